/**
 * `nestjs-pix/ledger`: charges from order to money, kept in the application's own PostgreSQL.
 *
 * @module nestjs-pix/ledger
 */
export * from './ledger/public.js';
