export * from './public.js';
export { generateRtrId } from './end-to-end-id.js';
export { generateIdSolicRec } from './id-solic-rec.js';
export { calendarDate, isCalendarDate } from './calendar-date.js';
export { isInstant, parseInstant } from './instant.js';
export {
  ACCOUNT_NUMBER,
  CNPJ,
  CPF,
  DEVOLUCAO_ID,
  END_TO_END_ID,
  ID_REC,
  ISPB,
  MUNICIPALITY,
  NUMERIC_ISPB,
  PIX_TXID,
  TXID,
  VALOR,
} from './patterns.js';
export {
  isAmbiguousKey,
  isPossiblePixKey,
  normalizePixKey,
  PIX_KEY_RULE,
} from './parse-pix-key.js';
export { toComparableKey, toKeyWithoutPlus } from './pix-key.js';
export { isValor, isZero, MAX_CENTAVOS, toCents } from './valor.js';
