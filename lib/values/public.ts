export * from './devolucao-id.js';
export { generateEndToEndId, parseEndToEndId, type EndToEndIdParts } from './end-to-end-id.js';
export * from './id-rec.js';
export {
  parsePixKey,
  type ParsePixKeyOptions,
  type PixKey,
  type PixKeyKind,
} from './parse-pix-key.js';
export { isValidCnpj, isValidCpf } from './tax-ids.js';
export * from './txid.js';
export { formatValor, parseValor, type ValorInput } from './valor.js';
