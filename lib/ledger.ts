/**
 * `nestjs-pix/ledger`: charges from order to money, kept in the application's own PostgreSQL.
 *
 * @packageDocumentation
 */
export * from './ledger/public.js';
