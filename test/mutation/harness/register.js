/** Loads spec files without jest, with the mutants of MUTATION_FOLDER in the sources. */
import { register } from 'node:module';
import process from 'node:process';
import '../../support/register-typescript.js';

register('./hooks.js', import.meta.url, { data: { folder: process.env.MUTATION_FOLDER } });
