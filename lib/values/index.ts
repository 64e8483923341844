export * from './public.js';
export { generateRtrId } from './end-to-end-id.js';
export { generateIdSolicRec } from './id-solic-rec.js';
