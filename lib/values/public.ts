export {
  generateDevolucaoId,
  generateEndToEndId,
  generateIdRec,
  generateTxid,
  parseEndToEndId,
  parseIdRec,
  type EndToEndIdParts,
  type IdRecInput,
  type IdRecParts,
  type IdRecPoliticaRetentativa,
} from './identifiers.js';
export {
  isValidCnpj,
  isValidCpf,
  parsePixKey,
  type ParsePixKeyOptions,
  type PixKey,
  type PixKeyKind,
} from './pix-key.js';
export { formatValor, parseValor, type ValorInput } from './valor.js';
