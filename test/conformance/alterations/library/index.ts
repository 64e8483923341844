import { bodies } from './bodies.js';
import { client } from './client.js';
import { operations } from './operations.js';

/** All alterations of the library, which are tested one at a time. */
export const libraryAlterations = [...bodies, ...operations, ...client];
