import {
  ConflictException,
  Injectable,
  Logger,
  NotFoundException,
  Optional,
  ServiceUnavailableException,
} from '@nestjs/common';
import { PixReconciler } from 'nestjs-pix';
import type { WebhookDelivery } from '../database/schema.js';
import { SubscriptionNotifications } from '../subscriptions/subscription-notifications.js';
import { DeliveryLog } from './delivery-log.js';

/** Runs the handler of an event again that failed before. */
@Injectable()
export class DeliveryReplay {
  readonly #logger = new Logger('Deliveries');

  constructor(
    private readonly log: DeliveryLog,
    private readonly subscriptions: SubscriptionNotifications,
    /** Absent in a worker, which serves no back office. */
    @Optional() private readonly reconciler?: PixReconciler,
  ) {}

  /**
   * Reads the subject of the event from the bank, and handles it as it is now. What was handled in the meantime has no
   * second effect, so a replay is safe to repeat.
   *
   * @returns the delivery as it is now
   * @throws NotFoundException for an unknown id
   * @throws ServiceUnavailableException in a process that does not reconcile
   * @throws ConflictException when it was handled, or names nothing that the bank can be asked for
   */
  async replay(id: number): Promise<WebhookDelivery> {
    const delivery = await this.log.find(id);
    if (!delivery) throw new NotFoundException('Entrega não encontrada');
    if (delivery.resultado === 'CONCLUIDO') throw new ConflictException('A entrega foi concluída');
    if (delivery.horario) await this.#reconcile(delivery.horario);
    else if (isReplayable(delivery)) await this.#applyAgain(delivery);
    else throw new ConflictException('Só o banco repete a entrega deste tipo de evento');
    return (await this.log.find(id)) ?? delivery;
  }

  /** Delivers the Pix of that time and their refunds, as the reconciliation does. */
  async #reconcile(horario: Date): Promise<void> {
    const { reconciler } = this;
    if (!reconciler) throw new ServiceUnavailableException('Este processo não repete entregas');
    // Banks compare with a precision of a second or of a millisecond.
    const inicio = new Date(horario.getTime() - 1000);
    await reconciler.run({ inicio, fim: new Date(horario.getTime() + 1000) });
  }

  /** Recurrences and their charges are in no list by time: the shop reads the one that the event names. */
  async #applyAgain(delivery: WebhookDelivery): Promise<void> {
    const { chave, tratador, tipo, txid, endToEndId, idRec, horario, recebidoEm } = delivery;
    const run = { chave, tratador, tipo, txid, endToEndId, idRec, horario, recebidoEm };
    const id = await this.log.begin(run);
    try {
      if (idRec !== null) await this.subscriptions.recurrenceChanged(idRec);
      else if (txid !== null) await this.subscriptions.chargeChanged(txid);
      await this.log.succeed(id);
    } catch (error) {
      this.#logger.error(`The replay of delivery ${id} failed`, error);
      await this.log.fail(id, error instanceof Error ? error.name : 'Error');
    }
  }
}

/** Whether the shop can read the subject of an event from the bank. */
export function isReplayable({ tipo, horario, idRec, txid }: WebhookDelivery): boolean {
  if (tipo === 'recorrencia') return idRec !== null;
  return tipo === 'cobranca-recorrente' ? txid !== null : horario !== null;
}
