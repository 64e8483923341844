import type { WebhookDelivery, DeliveryOutcome } from '../../database/schema.js';
import { isReplayable } from '../../webhook/delivery-replay.js';

/** An event of the webhook or of the reconciliation, for one handler. Instants are RFC 3339. */
export class DeliveryView {
  readonly id!: number;
  readonly chave!: string;
  readonly tratador!: string;
  readonly tipo!: string;
  readonly txid!: string | null;
  readonly endToEndId!: string | null;
  readonly idRec!: string | null;
  readonly recebidoEm!: string;
  /** When the handler ran last. */
  readonly tentadoEm!: string;
  readonly concluidoEm!: string | null;
  readonly resultado!: DeliveryOutcome;
  readonly tentativas!: number;
  /** Class of the error of the last run. */
  readonly erro!: string | null;
  /** Whether the shop can read the event from the bank again. */
  readonly repetivel!: boolean;
}

export function toDeliveryView(delivery: WebhookDelivery): DeliveryView {
  const { id, chave, tratador, tipo, txid, endToEndId, idRec, resultado, tentativas } = delivery;
  return {
    id,
    chave,
    tratador,
    tipo,
    txid,
    endToEndId,
    idRec,
    recebidoEm: delivery.recebidoEm.toISOString(),
    tentadoEm: delivery.tentadoEm.toISOString(),
    concluidoEm: delivery.concluidoEm?.toISOString() ?? null,
    resultado,
    tentativas,
    erro: delivery.erro,
    repetivel: resultado !== 'CONCLUIDO' && isReplayable(delivery),
  };
}
