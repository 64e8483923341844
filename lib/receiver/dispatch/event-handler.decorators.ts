import type { PixEventPayloads, PixEventType } from '../notifications/pix-event.js';
import { addHandlerMetadata, type PixEventHandlerOptions } from './event-handler.metadata.js';
import type { PixEventContext } from './pix-event-context.js';

/** A method that handles an event. The event is complete when its promise fulfils; a rejection makes the provider repeat. */
export type PixEventHandlerMethod<T extends PixEventType> = (
  payload: PixEventPayloads[T],
  context: PixEventContext,
) => unknown;

/** Decorates methods that take the event's payload, and no other. */
export type PixEventHandlerDecorator<T extends PixEventType> = <M extends PixEventHandlerMethod<T>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/**
 * Calls the method for every received Pix, once for each end-to-end id, at least: a crash before its success is recorded
 * makes it run again, unless it completes the event in its own transaction ({@link PixEventContext.completeIn}). Pix that
 * the account sent never reach it; see {@link OnPixEnviado}.
 *
 * With `receiver`, as every decorator of this kind, it hears the events of one receiver or of several.
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
export const OnPixRecebido = decoratorOf('pix.recebido');

/**
 * Calls the method for every Pix that the account sent, or that was refused (`status`), with providers that notify of
 * them at the address of the received ones (Efí). Without such a method these notifications are acknowledged and counted
 * in `PixWebhookStats.ignoredItems`. `verifyWithProvider` does not apply: the Pix API cannot read a sent Pix.
 */
export const OnPixEnviado = decoratorOf('pix.enviado');

/** Calls the method for every refund that became `DEVOLVIDO` or `NAO_REALIZADO`, with its Pix. */
export const OnPixDevolucao = decoratorOf('pix.devolucao');

/** Calls the method for every change of a recurrence (Pix Automático). */
export const OnRecorrencia = decoratorOf('recorrencia');

/** Calls the method for every change of a recurring charge (Pix Automático). */
export const OnCobrancaRecorrente = decoratorOf('cobranca-recorrente');

function decoratorOf<T extends PixEventType>(
  type: T,
): (options?: PixEventHandlerOptions) => PixEventHandlerDecorator<T> {
  return (options = {}) =>
    (_target, _key, { value }) => {
      if (value) addHandlerMetadata(value, { ...options, type });
    };
}
