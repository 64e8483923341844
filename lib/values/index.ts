export * from './public.js';
export { generateRtrId } from './end-to-end-id.js';
export { generateIdSolicRec } from './id-solic-rec.js';
export { parseDecimal, toDecimalText } from './decimal-text.js';
export {
  DEFAULT_EXPIRACAO,
  DEFAULT_PAGE_SIZE,
  DEFAULT_VALIDADE,
  MAX_KEY_LENGTH,
  MAX_TEXT_LENGTH,
  REFUND_DAYS,
} from './limits.js';
export {
  addDays,
  businessDaysBetween,
  calculateEaster,
  daysBetween,
  isBankHoliday,
  isBusinessDay,
  nextBusinessDay,
} from './business-day.js';
export { calendarDate, isCalendarDate } from './calendar-date.js';
export { isInstant, parseInstant } from './instant.js';
export {
  ACCOUNT_NUMBER,
  CNPJ,
  CPF,
  DEVOLUCAO_ID,
  DEVOLUCAO_ID_RULE,
  END_TO_END_ID,
  ID_REC,
  ID_REC_RULE,
  ISPB,
  MUNICIPALITY,
  NUMERIC_ISPB,
  PIX_TXID,
  PIX_TXID_RULE,
  TXID,
  TXID_RULE,
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
