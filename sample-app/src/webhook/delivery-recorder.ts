import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import type { Pix, PixDevolucaoFinalizada, PixEventContext, RecNotification } from 'nestjs-pix';
import { catchError, from, mergeMap, type Observable, switchMap } from 'rxjs';
import { DeliveryLog, type DeliveryRun } from './delivery-log.js';

/** Records each run of the handlers of a class: `@UseInterceptors(DeliveryRecorder)`. */
@Injectable()
export class DeliveryRecorder implements NestInterceptor {
  readonly #logger = new Logger('Deliveries');

  constructor(private readonly log: DeliveryLog) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const rpc = context.switchToRpc();
    const { event, eventKey, receivedAt } = rpc.getContext<PixEventContext>();
    const run: DeliveryRun = {
      chave: eventKey,
      tratador: `${context.getClass().name}.${context.getHandler().name}`,
      tipo: event,
      recebidoEm: receivedAt,
      ...readIdentifiers(rpc.getData()),
    };
    return from(this.log.begin(run)).pipe(
      switchMap((id) =>
        next.handle().pipe(
          mergeMap(async (result: unknown) => {
            await this.#end(this.log.succeed(id));
            return result;
          }),
          catchError(async (error: unknown) => {
            await this.#end(this.log.fail(id, error instanceof Error ? error.name : 'Error'));
            throw error;
          }),
        ),
      ),
    );
  }

  /** The event is handled or not, whether or not that can be recorded here. */
  async #end(stored: Promise<void>): Promise<void> {
    try {
      await stored;
    } catch (error) {
      this.#logger.error('The result of a delivery could not be recorded', error);
    }
  }
}

type Payload = Partial<Pix & PixDevolucaoFinalizada & Pick<RecNotification, 'idRec'>>;

type Identifiers = Pick<DeliveryRun, 'txid' | 'endToEndId' | 'idRec' | 'horario'>;

/** A refund contains its Pix. A recurrence has an `idRec`, its charges a `txid`. */
function readIdentifiers(payload: Payload): Identifiers {
  const { txid, endToEndId, horario } = payload.pix ?? payload;
  return {
    txid: txid ?? null,
    endToEndId: endToEndId ?? null,
    idRec: payload.idRec ?? null,
    horario: horario === undefined ? null : new Date(horario),
  };
}
