/**
 * Lets plain Node run the TypeScript of this repository, decorators included, without a build:
 * `node --import ./test/support/register-typescript.js file.ts`. For what jest is wrong for:
 * benchmarks and child processes of tests.
 */
import { register } from 'node:module';

register('./typescript-hooks.js', import.meta.url);
