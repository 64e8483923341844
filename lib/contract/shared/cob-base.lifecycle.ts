import type { PixLifecycle } from '../operation.js';

/** Statuses of an immediate or due-date charge (BCB field `status` of `CobBase`). */
export const cobLifecycle: PixLifecycle = {
  open: ['ATIVA'],
  fulfilled: ['CONCLUIDA'],
  ended: ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP'],
};
