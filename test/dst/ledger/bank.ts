import {
  PixConexaoException,
  PixErroValidacaoException,
  PixRecursoNaoEncontradoException,
} from '../../../lib/errors/index.js';
import type { PixClient } from '../../../lib/index.js';
import { DAY_MS } from '../../../lib/runtime/index.js';
import type { Prng } from '../prng.js';

export interface Refund {
  id: string;
  rtrId: string;
  valor: string;
  horario: { solicitacao: string; liquidacao?: string };
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
}
export interface Payment {
  endToEndId: string;
  txid: string;
  valor: string;
  horario: string;
  devolucoes: Refund[];
}
export interface Recurrence {
  idRec: string;
  status: string;
  vinculo: { contrato: string };
  valor: { valorRec: string };
}

export type ChargeKind = 'cob' | 'cobv' | 'cobr';

interface ChargeBody {
  valor: { original: string; multa?: object };
  calendario: {
    expiracao?: number;
    dataDeVencimento?: string;
    validadeAposVencimento?: number;
  };
}
/** What the bank shows of a charge. */
interface ChargeRecord extends ChargeBody {
  txid: string;
  revisao?: number;
  status: string;
  calendario: ChargeBody['calendario'] & { criacao: string };
  pixCopiaECola?: string;
  tentativas?: { dataLiquidacao: string; tipo: string }[];
}
interface Charge {
  readonly kind: ChargeKind;
  readonly record: ChargeRecord;
  /** The last instant at which it can be paid, as the bank counts. */
  readonly until: number;
  /** When it was removed, if it was. */
  removedAt?: number;
  /** Whether the amount that was due was paid. */
  isPaid?: boolean;
}

const unknown = () => new PixConexaoException({ title: 'reset' }, { resultUnknown: true });
const refused = () => new PixErroValidacaoException({ title: 'no', status: 400 }, {});
const missing = () => new PixRecursoNaoEncontradoException({ title: 'none', status: 404 }, {});

/** The statuses in which a charge can be paid and changed. */
const OPEN = new Set(['ATIVA', 'CRIADA']);

/**
 * A hostile bank behind the outcomes of the client: what a call resolves to or throws is what `PixClient` makes of an
 * answer, which the other model covers.
 */
export class LedgerBank {
  readonly charges = new Map<string, Charge>();
  readonly payments = new Map<string, Payment>();
  readonly recurrences = new Map<string, Recurrence>();
  readonly #pending: { at: number; arrive: () => void }[] = [];
  /** The records as they were some time ago, which a lagging replica shows. */
  readonly #old: { at: number; charges: string; payments: string }[] = [];
  isHostile = true;
  #count = 0;

  constructor(
    private readonly prng: Prng,
    private readonly now: () => number,
  ) {}

  /** Requests under way arrive, and refunds and recurring charges end. */
  tick(): void {
    for (const each of this.#pending.splice(0)) {
      if (each.at <= this.now() || !this.isHostile) each.arrive();
      else this.#pending.push(each);
    }
    for (const { devolucoes } of this.payments.values()) {
      for (const refund of devolucoes) {
        if (refund.status !== 'EM_PROCESSAMENTO') continue;
        if (this.isHostile && this.prng.chance(0.6)) continue;
        refund.status = this.prng.chance(0.2) ? 'NAO_REALIZADO' : 'DEVOLVIDO';
        if (refund.status === 'DEVOLVIDO') refund.horario.liquidacao = this.#instant();
      }
    }
    for (const { kind, record } of this.charges.values()) {
      const isDue = kind === 'cobr' && OPEN.has(record.status);
      if (!isDue || this.prng.chance(this.isHostile ? 0.95 : 0.5)) continue;
      const isNew = record.status === 'CRIADA';
      record.status = isNew ? 'ATIVA' : this.prng.pick(['EXPIRADA', 'REJEITADA']);
    }
    this.#old.unshift({
      at: this.now(),
      charges: JSON.stringify([...this.charges].map(([txid, { record }]) => [txid, record])),
      payments: JSON.stringify([...this.payments]),
    });
    this.#old.length = Math.min(this.#old.length, 6);
  }

  /** A payer pays, if the charge can be paid. */
  pay(txid: string, valor?: string): Payment | undefined {
    const charge = this.charges.get(txid);
    if (!charge || !this.isPayable(charge)) return undefined;
    const { original, multa } = charge.record.valor;
    const fine = multa && this.prng.chance(0.5) ? 100 : 0;
    const due = ((Number(original) * 100 + fine) / 100).toFixed(2);
    const payment = this.receive(txid, valor ?? due);
    charge.isPaid ||= payment.valor === due;
    // Some banks conclude a charge that was paid by another amount.
    if (charge.isPaid || this.prng.chance(0.3)) charge.record.status = 'CONCLUIDA';
    return payment;
  }

  /** Money arrives, also where no charge waits for it. */
  receive(txid: string, valor: string): Payment {
    const endToEndId = `E99999999202601010000${String((this.#count += 1)).padStart(11, 'a')}`;
    const payment = { endToEndId, txid, valor, horario: this.#instant(), devolucoes: [] };
    this.payments.set(endToEndId, payment);
    return payment;
  }

  isPayable({ record, until }: Charge): boolean {
    return OPEN.has(record.status) && this.now() <= until;
  }

  /** The bank gives money back on its own. */
  giveBack(payment: Payment): void {
    const spent = payment.devolucoes.some(({ status }) => status !== 'NAO_REALIZADO');
    if (!spent) this.#refund(payment, `MED${payment.devolucoes.length}`, '0.01', 'DEVOLVIDO');
  }

  get client(): PixClient {
    return {
      cob: this.#chargeCalls('cob'),
      cobV: this.#chargeCalls('cobv'),
      cobR: {
        ...this.#chargeCalls('cobr'),
        retry: (txid: string, data: string) =>
          this.#change(txid, ({ record }) => {
            record.tentativas?.push({ dataLiquidacao: data, tipo: 'NTAG' });
          }),
      },
      rec: {
        create: (body: Pick<Recurrence, 'vinculo' | 'valor'>) =>
          this.#write(() => {
            const idRec = `RR${String((this.#count += 1)).padStart(27, '0')}`;
            const { contrato } = body.vinculo;
            const rec = { idRec, status: 'CRIADA', vinculo: { contrato }, valor: body.valor };
            this.recurrences.set(idRec, rec);
            return rec;
          }),
        get: async (idRec: string) => copy(this.recurrences.get(idRec) ?? fail(missing())),
        findCandidates: async () => copy([...this.recurrences.values()]),
      },
      recebidos: {
        refund: (endToEndId: string, id: string, { valor }: { valor: string }) =>
          this.#write(() => {
            const payment = this.payments.get(endToEndId) ?? fail(missing());
            const known = payment.devolucoes.find((each) => each.id === id);
            if (!known && Number(valor) > this.#findRest(payment)) throw refused();
            return known ?? this.#refund(payment, id, valor, 'EM_PROCESSAMENTO');
          }, true),
        getRefund: async (endToEndId: string, id: string) =>
          this.#read('payments', endToEndId, (payment) =>
            (payment as Payment).devolucoes.find((each) => each.id === id),
          ),
        get: async (endToEndId: string) => this.#read('payments', endToEndId, (payment) => payment),
        iterate: (filter: { inicio: Date; fim: Date; txid?: string }) => this.#list(filter),
      },
    } as unknown as PixClient;
  }

  #chargeCalls(kind: ChargeKind) {
    return {
      createWithTxid: (txid: string, body: ChargeBody) =>
        this.#write(() => {
          const charge = this.charges.get(txid) ?? this.#create(kind, txid, body);
          this.charges.set(txid, charge);
          return charge.record;
        }),
      get: async (txid: string) =>
        this.#read('charges', txid, (record) => this.#withPix(record as ChargeRecord)),
      cancel: (txid: string) =>
        this.#change(txid, (charge) => {
          charge.removedAt = this.now();
          charge.record.status = kind === 'cobr' ? 'CANCELADA' : 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
        }),
      revise: (txid: string, { valor }: { valor: { original: string } }) =>
        this.#change(txid, ({ record }) => {
          record.valor = { ...record.valor, ...valor };
        }),
    };
  }

  #create(kind: ChargeKind, txid: string, { valor, calendario }: ChargeBody): Charge {
    const { expiracao = 0, dataDeVencimento = '', validadeAposVencimento = 0 } = calendario;
    const record = {
      txid,
      status: kind === 'cobr' ? 'CRIADA' : 'ATIVA',
      valor: { ...valor },
      calendario: { criacao: this.#instant(), ...calendario },
      // A recurring charge has neither a QR Code nor a revision.
      ...(kind === 'cobr'
        ? { tentativas: [{ dataLiquidacao: dataDeVencimento, tipo: 'AGND' }] }
        : { revisao: 0, pixCopiaECola: `0002${txid}` }),
    };
    // A last day that is not a working day moves to the next one.
    const days = validadeAposVencimento + this.prng.whole(0, 4);
    const until = {
      cob: this.now() + expiracao * 1000,
      cobv: Date.parse(`${dataDeVencimento}T23:59:59.999-03:00`) + days * DAY_MS,
      cobr: Infinity,
    };
    return { kind, record, until: until[kind] };
  }

  #change(txid: string, change: (charge: Charge) => void): Promise<ChargeRecord> {
    return this.#write(() => {
      const charge = this.charges.get(txid);
      if (!charge || !OPEN.has(charge.record.status)) throw refused();
      change(charge);
      if (charge.record.revisao !== undefined) charge.record.revisao += 1;
      return charge.record;
    });
  }

  /** What is left of a payment. */
  #findRest({ valor, devolucoes }: Payment): number {
    const spent = devolucoes.filter(({ status }) => status !== 'NAO_REALIZADO');
    const cents = spent.reduce(
      (rest, each) => rest - Number(each.valor) * 100,
      Number(valor) * 100,
    );
    return Math.round(cents) / 100;
  }

  #refund(payment: Payment, id: string, valor: string, status: Refund['status']): Refund {
    const solicitacao = this.#instant();
    const horario = { solicitacao, ...(status === 'DEVOLVIDO' && { liquidacao: solicitacao }) };
    const refund = { id, rtrId: `D${id}`, valor, horario, status };
    payment.devolucoes.push(refund);
    return refund;
  }

  #withPix(record: ChargeRecord) {
    const pix = [...this.payments.values()].filter(({ txid }) => txid === record.txid);
    // Some banks omit the payments; others show them.
    return record.status === 'CONCLUIDA' && this.prng.chance(0.5) ? { ...record, pix } : record;
  }

  async *#list({ inicio, fim, txid }: { inicio: Date; fim: Date; txid?: string }) {
    for (const payment of [...this.payments.values()]) {
      const at = Date.parse(payment.horario);
      const isWanted = txid === undefined || payment.txid === txid;
      if (isWanted && at >= inicio.getTime() && at < fim.getTime()) yield copy(payment);
    }
  }

  /** A write: its answer may be lost, it may be lost itself, arrive later, or be refused. */
  async #write<T extends object>(effect: () => T, isRefund = false): Promise<T> {
    if (!this.isHostile) return copy(effect());
    const arriveLater = () => {
      const at = this.now() + this.prng.whole(1, 60) * 1000;
      const arrive = () => {
        try {
          effect();
        } catch {
          // Refused when it arrives; nothing receives it.
        }
      };
      this.#pending.push({ at, arrive });
      throw unknown();
    };
    const fault = this.prng.weighted<() => T>([
      [12, effect],
      [2, () => fail(unknown())],
      [3, () => (effect(), fail(unknown()))],
      [1, arriveLater],
      [1, () => fail(refused())],
      // A gateway repeats a refund, and the readings of the client lag behind it.
      [isRefund ? 2 : 0, () => (effect(), fail(refused()))],
    ]);
    return copy(fault());
  }

  #read(
    table: 'charges' | 'payments',
    id: string,
    select: (row: object) => object | undefined,
  ): object {
    if (this.isHostile && this.prng.chance(0.1)) throw unknown();
    const lagging = this.#old.filter(({ at }) => this.now() - at < 30_000);
    if (this.isHostile && lagging.length > 0 && this.prng.chance(0.2)) {
      const old = new Map(JSON.parse(this.prng.pick(lagging)[table]) as [string, object][]).get(id);
      return copy((old && (table === 'payments' ? select(old) : old)) ?? fail(missing()));
    }
    const row = table === 'charges' ? this.charges.get(id)?.record : this.payments.get(id);
    return copy((row && select(row)) ?? fail(missing()));
  }

  #instant(): string {
    return new Date(this.now()).toISOString();
  }
}

function fail(error: Error): never {
  throw error;
}

function copy<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
