export { lotecobvOperations } from './lotecobv.operations.js';
export {
  LoteCobVBodyDto,
  LoteCobVBodyRevisadoDto,
  LoteCobVRevisadaDto,
  LoteCobVSolicitadaDto,
} from './lotecobv.dto.js';
export type { LoteCobVConsultado, LoteCobVItem, LotesCobVConsultados } from './lotecobv.types.js';
export type { LoteCobVBody, LoteCobVBodyRevisado } from './lotecobv-bodies.types.js';
