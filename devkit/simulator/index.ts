export * from './public.js';
export { integer, octets, oid, sequence, set, tagged } from './kernel/certificates/der.js';
