import { decorateClasses } from './validation/class-validator.js';

// The DTO classes with the decorators of class-validator, as the controllers of an application use them.
export * from './cob/cob.dto.js';
export * from './cobr/cobr.dto.js';
export * from './cobv/cobv.dto.js';
export * from './loc/loc.dto.js';
export * from './pix/pix.dto.js';
export * from './rec/rec.dto.js';
export * from './webhook/webhook.dto.js';
export * from './shared/shared.dto.js';
export { ConsultaCobVPayloadDto } from './payload/payload.operations.js';
export {
  BbConsultaDevolucoesDto,
  BbConsultaPixDto,
  BbPagamentoDto,
  BbWebhookSolicRecDto,
} from './banks/bb.js';
export { EfiReenvioWebhookDto } from './banks/efi.js';
export {
  InterConsultaCallbacksDto,
  InterPagamentoCobRDto,
  InterPagamentoDto,
  InterReenvioCallbacksDto,
  InterStatusCobRDto,
  InterStatusRecDto,
  InterStatusSolicRecDto,
} from './banks/inter.js';
export { PagBankPagamentoDto } from './banks/pagbank.js';

decorateClasses();
