/** Actions that the audit trail records. */
export const AUDIT_ACTIONS = [
  'LOGIN',
  'LOGOUT',
  'SENHA_ALTERADA',
  'USUARIO_CRIADO',
  'USUARIO_ALTERADO',
  'PEDIDO_CANCELADO',
  'PEDIDO_CONSULTADO',
  'PAGAMENTO_DEVOLVIDO',
  'FATURA_CRIADA',
  'FATURA_CANCELADA',
  'LOTE_ENVIADO',
  'ASSINATURA_CANCELADA',
  'ASSINATURA_CONSULTADA',
  'TENTATIVA_PEDIDA',
  'ENTREGA_REPETIDA',
  'EVENTO_REENFILEIRADO',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Outcomes of an action. `DESCONHECIDO`: it is in progress, or it is not known whether it took effect. */
export const AUDIT_OUTCOMES = ['SUCESSO', 'FALHA', 'DESCONHECIDO'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];
