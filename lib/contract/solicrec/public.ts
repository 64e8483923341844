export { solicrecOperations } from './solicrec.operations.js';
export {
  SolicRecCalendarioDto,
  SolicRecDestinatarioDto,
  SolicRecRevisadaDto,
  SolicRecSolicitadaDto,
} from './solicrec.dto.js';
export type {
  SolicRecCompleta,
  SolicRecPayload,
  SolicRecStatus,
} from '../rec/rec-solicitacao.types.js';
export type { SolicRecSolicitada, SolicRecRevisada } from './solicrec-bodies.types.js';
