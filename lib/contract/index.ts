export * from './public.js';
export * from './shared/shared.dto.js';
export * from './cob/cob.dto.js';
export * from './cobv/cobv.dto.js';
export * from './loc/loc.dto.js';
export * from './pix/pix.dto.js';
export * from './webhook/webhook.dto.js';
export * from './rec/rec.dto.js';
export * from './cobr/cobr.dto.js';
export * from './cob/cob.operations.js';
export * from './cobv/cobv.operations.js';
export {
  type CobVCalendarOptions,
  type CobVPrazo,
  type PayerCalendar,
  createPayerCalendar,
  findCobVDays,
} from './cobv/calculate.js';
export * from './loc/loc.operations.js';
export * from './pix/pix.operations.js';
export * from './webhook/webhook.operations.js';
export * from './rec/rec.operations.js';
export * from './cobr/cobr.operations.js';
export * from './payload/payload.operations.js';
export * from './banks/bb.js';
export * from './banks/bradesco.js';
export * from './banks/efi.js';
export * from './banks/inter.js';
export * from './banks/itau.js';
export * from './banks/pagbank.js';
export * from './operation.js';
export * from './operations.js';
export * from './path.js';
export * from './query.js';
export * from './records.js';
export * from './shared/fields.js';
export * from './validation/check.js';
export * from './validation/fields.js';
export * from './validation/table.js';
