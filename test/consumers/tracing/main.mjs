import * as client from 'nestjs-pix';
import * as simulator from 'nestjs-pix/simulator';
import { run } from './app.cjs';

await run(client, simulator);
