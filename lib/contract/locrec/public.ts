export { locrecOperations } from './locrec.operations.js';
export { ParametrosConsultaPayloadLocationRecDto } from './locrec.dto.js';
export type {
  ParametrosConsultaPayloadLocationRec,
  PayloadLocationRecCompleta,
  PayloadLocationRecConsultadas,
  PayloadLocationRecGerada,
} from './locrec.types.js';
export type { PayloadLocationRecFilter } from './locrec-bodies.types.js';
