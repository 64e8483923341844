import type { WebhookSender } from '../../devkit/simulator/domain/deliveries.js';
import { approve } from '../../devkit/simulator/domain/payer/authorize.js';
import { createRec } from '../../devkit/simulator/domain/recurrence/rec.js';
import { SINGLE } from '../../devkit/simulator/families/webhooks.js';
import type { HostileKind } from '../../devkit/simulator/hostile/hostile-bank.js';
import { serializeBody } from '../../devkit/simulator/http/messages.js';
import { recurrenceBody } from './charge-bodies.js';
import type { Response } from './gateway-bodies.js';
import { Process } from './process.js';
import { SimulatorCore } from './simulator-core.js';
import { VirtualDisk } from './virtual-file.js';
import type { VirtualRuntime } from './virtual-runtime.js';

/** The header that contains the id of a request's call. */
export const CALL_HEADER = 'x-dst-call';

/** A write that took effect at the bank. */
export interface Effect {
  readonly call: string;
  readonly at: number;
  readonly request: string;
  /** The charge right after it. */
  readonly charge?: Charge;
}

/** The state of the simulated provider. */
export type BankState = SimulatorCore['state'];

/** What the invariants compare of a charge. */
export interface Charge {
  readonly txid?: string;
  readonly status?: string;
  readonly chave?: string;
  readonly idRec?: string;
  readonly solicitacaoPagador?: string;
  readonly valor?: { readonly original?: string };
  readonly calendario?: {
    readonly dataDeVencimento?: string;
    readonly validadeAposVencimento?: number;
  };
  readonly devedor?: { readonly cpf?: string };
  /** Settlement attempts of a recurring charge. */
  readonly tentativas?: readonly {
    readonly dataLiquidacao: string;
    readonly tipo: string;
    readonly status: string;
  }[];
}

export const CREDENTIALS = { clientId: 'loja', clientSecret: 'segredo' };
export const HOST = 'https://bank.example.com';

/** Shares of the requests that the temporary habits apply to. */
const RATES: Readonly<Partial<Record<HostileKind, number>>> = {
  'denied-writes': 0.3,
  'lagging-reads': 0.5,
  'short-lists': 0.3,
};

/** How long a refund is EM_PROCESSAMENTO, in milliseconds. */
export const REFUND_DELAY = 2_000;

/** Thrown to callers of a bank that stopped. */
class BankDown extends Error {}

/** The simulated provider, its disk and its crashes. Records its effects for the invariants. */
export class Bank {
  readonly disk = new VirtualDisk();
  readonly effects: Effect[] = [];
  /** Calls whose token it refused. */
  readonly unauthorized = new Set<string>();
  readonly defects: unknown[] = [];
  private process: Process | undefined;
  private running: SimulatorCore | undefined;
  private readonly waiting = new Set<(error: Error) => void>();

  constructor(
    private readonly runtime: VirtualRuntime,
    private readonly sender: (bank: Process) => WebhookSender,
    private readonly tokenLifetime: number,
    private hostile: readonly HostileKind[],
  ) {}

  /** The running provider; `undefined` while it is down. */
  get core(): SimulatorCore | undefined {
    return this.running;
  }

  start(): void {
    if (this.running !== undefined) return;
    const process = new Process('bank', this.runtime);
    this.process = process;
    this.running = new SimulatorCore(
      {
        ...CREDENTIALS,
        tokenLifetime: this.tokenLifetime,
        refundDelay: REFUND_DELAY,
        hostile: this.behaviors,
      },
      {
        runtime: process,
        sender: this.sender(process),
        file: this.disk.open(() => process.isAlive),
        onDefect: (error) => this.defects.push(error),
      },
    );
  }

  /** Ends the habits with which the bank hides records for a time. */
  endTemporaryHabits(): void {
    this.hostile = this.hostile.filter((kind) => !(kind in RATES));
    this.running?.state.hostile.set(this.behaviors);
  }

  private get behaviors() {
    return this.hostile.map((kind) => ({ kind, rate: RATES[kind] ?? 1 }));
  }

  /** Kills its process: the memory is lost, the disk is kept. */
  crash(): void {
    this.process?.kill();
    this.process = undefined;
    this.running = undefined;
    for (const fail of this.waiting) fail(new BankDown());
    this.waiting.clear();
  }

  /** Returns the bank's charge with this txid. */
  findCharge(txid: string): Charge | undefined {
    const { state } = this.running ?? {};
    const cob = state?.cobs.get(txid);
    if (cob !== undefined) return cob.conteudo;
    const cobv = state?.cobvs.get(txid);
    if (cobv !== undefined) return { ...cobv.conteudo, calendario: cobv.conteudo };
    const cobr = state?.cobrs.get(txid);
    if (cobr === undefined) return undefined;
    const { status, idRec, valor, tentativas } = cobr;
    return { txid, status, idRec, valor: { original: valor }, calendario: cobr, tentativas };
  }

  /** Returns the record that a write to this path may change, as JSON. */
  private findRecord(path: string): string | undefined {
    const { state } = this.running ?? {};
    if (state === undefined) return undefined;
    const [family = '', id = '', , part] = decodeURIComponent(path).split('/').slice(3);
    const refund = state.pix.get(id)?.devolucoes.find((made) => made.id === part);
    return JSON.stringify(
      {
        pix: refund,
        lotecobv: state.lotes.get(id),
        webhook: state.webhooks.get(id),
        webhookrec: state.webhookRec.get(SINGLE),
        webhookcobr: state.webhookCobR.get(SINGLE),
      }[family] ?? this.findCharge(id),
    );
  }

  /** Lists the txids of all charges, by kind. */
  listTxids(): string[] {
    const { state } = this.running ?? {};
    if (state === undefined) return [];
    const { cobs, cobvs, cobrs } = state;
    const charges = [
      ...cobs.byCreation.all(),
      ...cobvs.byCreation.all(),
      ...cobrs.byCreation.all(),
    ];
    return charges.map(({ txid }) => txid);
  }

  /** A customer authorizes the recurrence of an order. @returns its `idRec`; `undefined` if the bank cannot record it */
  authorize(order: number): string | undefined {
    const { state } = this.running ?? {};
    if (state === undefined) return undefined;
    const { idRec, ...body } = recurrenceBody(order);
    try {
      state.commit(() => {
        approve(state, state.recs.get(idRec) ?? createRec(state, { idRec, ...body }), {});
      });
      return idRec;
    } catch {
      return undefined;
    }
  }

  /** Rejects with {@link BankDown} when it is down, or stops before it responds. */
  handle(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string | undefined,
  ): Promise<Response> {
    const { running, process } = this;
    if (running === undefined || process === undefined) return Promise.reject(new BankDown());
    return new Promise((resolve, reject) => {
      this.waiting.add(reject);
      const isWrite = method !== 'GET';
      const before = isWrite ? this.findRecord(path) : undefined;
      void running.handle(method, path, headers, body).then((reply) => {
        if (!process.isAlive) return;
        this.waiting.delete(reject);
        const call = headers[CALL_HEADER];
        if (reply.status === 401 && call !== undefined) this.unauthorized.add(call);
        // A bank that delivers a write twice may refuse one that took effect.
        const tookEffect = isWrite && (reply.status < 300 || this.findRecord(path) !== before);
        if (tookEffect && call !== undefined) {
          const [, txid = ''] = /\/cob[vr]?\/(\w+)/.exec(path) ?? [];
          const charge = this.findCharge(txid);
          this.effects.push({
            call,
            at: this.runtime.elapsed(),
            request: `${method} ${path}`,
            ...(charge && { charge: structuredClone(charge) }),
          });
        }
        const date = new Date(this.runtime.now()).toUTCString();
        const body = serializeBody(reply) ?? '';
        resolve({ status: reply.status, headers: { date, ...reply.headers }, body });
      });
    });
  }
}
