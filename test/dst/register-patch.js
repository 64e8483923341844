/**
 * Like register-typescript.js, with one changed file of the library: `DST_PATCH` contains the file, the text and its
 * replacement.
 */
import { register } from 'node:module';
import process from 'node:process';

register('../support/typescript-hooks.js', import.meta.url);
register('./patch-hooks.js', import.meta.url, { data: JSON.parse(process.env.DST_PATCH ?? '{}') });
