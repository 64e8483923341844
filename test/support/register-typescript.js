/**
 * Lets Node run the TypeScript files of this repository, decorators included, without a build:
 * `node --import ./test/support/register-typescript.js file.ts`. Benchmarks and child processes of tests use it.
 */
import { register } from 'node:module';

register('./typescript-hooks.js', import.meta.url);
