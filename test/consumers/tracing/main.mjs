import * as client from 'nestjs-pix';
import * as simulator from 'nestjs-pix-devkit';
import { run } from './app.cjs';

await run(client, simulator);
