export { generateDevolucaoId } from './devolucao-id.js';
export { generateEndToEndId, parseEndToEndId, type EndToEndIdParts } from './end-to-end-id.js';
export {
  generateIdRec,
  parseIdRec,
  type IdRecInput,
  type IdRecParts,
  type IdRecPoliticaRetentativa,
} from './id-rec.js';
export {
  parsePixKey,
  type ParsePixKeyOptions,
  type PixKey,
  type PixKeyKind,
} from './parse-pix-key.js';
export { isValidCnpj, isValidCpf } from './tax-ids.js';
export { generateTxid } from './txid.js';
export { formatValor, parseValor, type ValorInput } from './valor.js';
