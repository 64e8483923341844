import { bodies } from './bodies.js';
import { client } from './client.js';
import { operations } from './operations.js';

/** Everything that is altered in the library, one at a time. */
export const libraryAlterations = [...bodies, ...operations, ...client];
