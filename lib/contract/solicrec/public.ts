export { solicrecOperations } from './solicrec.operations.js';
export {
  SolicRecCalendarioDto,
  SolicRecDestinatarioDto,
  SolicRecRevisadaDto,
  SolicRecSolicitadaDto,
} from './solicrec.dto.js';
export type { SolicRecCompleta, SolicRecPayload, SolicRecStatus } from './solicrec.types.js';
export type { SolicRecSolicitada, SolicRecRevisada } from './solicrec-bodies.types.js';
