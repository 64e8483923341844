import type { PixLifecycle } from '../operation.js';

/** Statuses of an immediate or due-date charge (BCB field `status` of `CobBase`). */
export const cobLifecycle: PixLifecycle = {
  open: ['ATIVA'],
  fulfilled: ['CONCLUIDA'],
  ended: ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP'],
};

/** Statuses of a recurring charge (BCB schema `CobRStatus`). */
export const cobrLifecycle: PixLifecycle = {
  open: ['CRIADA', 'ATIVA'],
  fulfilled: ['CONCLUIDA'],
  ended: ['EXPIRADA', 'REJEITADA', 'CANCELADA'],
};

/** Statuses of a recurrence (BCB schema `RecStatus`). */
export const recLifecycle: PixLifecycle = {
  open: ['CRIADA', 'APROVADA'],
  fulfilled: [],
  ended: ['REJEITADA', 'EXPIRADA', 'CANCELADA'],
};

/** Statuses of a request to confirm a recurrence (BCB schema `SolicRecStatus`). */
export const solicRecLifecycle: PixLifecycle = {
  open: ['CRIADA', 'ENVIADA', 'RECEBIDA'],
  fulfilled: ['ACEITA'],
  ended: ['REJEITADA', 'EXPIRADA', 'CANCELADA'],
};

/** Statuses of a refund (BCB schema `Devolucao`). */
export const devolucaoLifecycle: PixLifecycle = {
  open: ['EM_PROCESSAMENTO'],
  fulfilled: ['DEVOLVIDO'],
  ended: ['NAO_REALIZADO'],
};
