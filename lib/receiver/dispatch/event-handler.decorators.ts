import type { PixEventPayloads, PixEventType } from '../notifications/pix-event.js';
import { addHandlerMetadata, type PixEventHandlerOptions } from './event-handler.metadata.js';
import type { PixEventContext } from './pix-event-context.js';

/**
 * A method that handles an event. The event is complete when its promise resolves; if it rejects,
 * the provider repeats the notification.
 */
export type PixEventHandlerMethod<T extends PixEventType> = (
  payload: PixEventPayloads[T],
  context: PixEventContext,
) => unknown;

/** Decorates methods whose first parameter is the event's payload. */
export type PixEventHandlerDecorator<T extends PixEventType> = <M extends PixEventHandlerMethod<T>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/**
 * Calls the method for every received Pix, at least once for each end-to-end id. If the process
 * crashes before the success is recorded, the method runs again, unless it completes the event in
 * its own transaction ({@link PixEventContext.completeIn}). Sent Pix are not delivered to it; see
 * {@link OnPixEnviado}.
 *
 * With the option `receiver`, which all handler decorators accept, the method handles the events of
 * one receiver or of several.
 *
 * @example
 * ```ts
 * @Injectable()
 * export class OrdersService {
 *   @OnPixRecebido()
 *   async settle(pix: Pix, { eventKey }: PixEventContext) {
 *     await this.orders.markPaid(pix.txid, pix.valor);
 *   }
 * }
 * ```
 */
export const OnPixRecebido = createDecorator('pix.recebido');

/**
 * Calls the method for every Pix that the account sent, or whose sending failed (`status`), if the
 * provider notifies them at the same address as received Pix (Efí). Without such a method, these
 * notifications are acknowledged and counted in `PixWebhookStats.ignoredItems`.
 * `verifyWithProvider` does not apply: the Pix API cannot read a sent Pix.
 */
export const OnPixEnviado = createDecorator('pix.enviado');

/**
 * Calls the method for every refund that became `DEVOLVIDO` or `NAO_REALIZADO`, together with its
 * Pix.
 */
export const OnPixDevolucao = createDecorator('pix.devolucao');

/** Calls the method for every change of a recurrence (Pix Automático). */
export const OnRecorrencia = createDecorator('recorrencia');

/** Calls the method for every change of a recurring charge (Pix Automático). */
export const OnCobrancaRecorrente = createDecorator('cobranca-recorrente');

function createDecorator<T extends PixEventType>(
  type: T,
): (options?: PixEventHandlerOptions) => PixEventHandlerDecorator<T> {
  return (options = {}) =>
    (_target, _key, { value }) => {
      if (value) addHandlerMetadata(value, { ...options, type });
    };
}
