/**
 * As register-typescript.js, with one file of the library in another version: `DST_PATCH` says which text of which file
 * is replaced by which.
 */
import { register } from 'node:module';
import process from 'node:process';

register('../support/typescript-hooks.js', import.meta.url);
register('./patch-hooks.js', import.meta.url, { data: JSON.parse(process.env.DST_PATCH ?? '{}') });
