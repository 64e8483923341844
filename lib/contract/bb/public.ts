export { bbOperations } from './bb.operations.js';
export { BbConsultaDevolucoesDto, BbConsultaPixDto, BbWebhookSolicRecDto } from './bb.dto.js';
export type {
  BbDevolucao,
  BbDevolucoesConsultadas,
  BbParametrosConsulta,
  BbPixConsultados,
  BbWebhookSolicRec,
} from './bb.types.js';
export type {
  BbDevolucoesFilter,
  BbPixFilter,
  BbWebhookSolicRecSolicitado,
} from './bb-bodies.types.js';
