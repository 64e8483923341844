import type { PixDeadLetter } from 'nestjs-pix/bullmq';

/** An event of the queue whose attempts are used up. Without data of the payer. */
export class DeadLetterView {
  /** Key of the event. */
  readonly chave!: string;
  readonly tipo!: string;
  readonly recebidoEm!: string;
  readonly falhouEm!: string;
  readonly tentativas!: number;
  /** Why the last attempt failed. */
  readonly motivo!: string;
}

/** Dead letters of the queue, the latest failure first. */
export class DeadLettersView {
  /** Whether the shop has a queue: only with Redis. */
  readonly temFila!: boolean;
  /** How many there are; `itens` has the latest 100. */
  readonly total!: number;
  readonly itens!: DeadLetterView[];
}

const MAX_REASON = 200;

export function toDeadLetterView(letter: PixDeadLetter): DeadLetterView {
  const { event, reason, attempts, failedAt } = letter;
  // The queue has redacted it. Further lines of database errors contain the values of the query.
  const [line = ''] = reason.split('\n', 1);
  return {
    chave: event.key,
    tipo: event.type,
    recebidoEm: new Date(event.receivedAt).toISOString(),
    falhouEm: failedAt.toISOString(),
    tentativas: attempts,
    motivo: line.slice(0, MAX_REASON),
  };
}
