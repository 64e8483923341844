import { generateTxid } from 'nestjs-pix';
import {
  cobOperations,
  operationName,
  toKeyWithoutPlus,
  type PixWriteOperation,
} from 'nestjs-pix/spec';
import { both } from '../../language.js';
import { conforms, deviates, fact, note, unknown } from '../model/findings.js';
import type { Finding } from '../model/report.js';
import type { Probe } from '../probe.js';
import type { Tour } from '../tour.js';
import { isRefusal, isSuccess, type Answer } from '../wire/answer.js';
import { checkStatus } from './check-status.js';

const { createWithTxid, create, get, revise } = cobOperations;

/** The least amount that a charge may have. */
const AMOUNT = '0.01';
/** Lifetime of a charge in seconds, in case it cannot be removed. */
const EXPIRY = 300;
/** How long a sandbox may take to pay a charge without a payer, in milliseconds. */
const AUTO_PAY_MS = 3_000;
/** First characters of a BR Code (EMV, field 00). */
const BR_CODE = '000201';
const FIELD_NAME = /^[A-Za-z]\w{0,40}$/;

export const chargeProbe: Probe = {
  id: 'charge',
  title: both('Cobrança imediata', 'Immediate charge'),
  sends: both(
    'duas cobranças de R$ 0,01 (`PUT` e `POST`), sua consulta e sua remoção',
    'two charges of R$ 0.01 (`PUT` and `POST`), their look-up and their removal',
  ),
  writes: true,
  decides: ['server.statuses', 'server.nullMembers', 'answerAliases', 'server.autoPay'],
  run: async (tour) => {
    const chave = resolveKey(tour);
    if (chave === undefined) {
      return [
        unknown(
          'sem PIX_CHAVE, nenhuma cobrança foi criada',
          'without PIX_CHAVE no charge was created',
        ),
      ];
    }
    const charges = new ChargeProbe(tour, chave);
    const findings = [...(await charges.put()), ...(await charges.post())];
    return mergeStatuses(findings);
  },
};

/** Returns the receiver's key in the form that the provider expects. */
export function resolveKey({ target: { chave }, phoneKeyWithoutPlus }: Tour): string | undefined {
  return chave !== undefined && phoneKeyWithoutPlus ? toKeyWithoutPlus(chave) : chave;
}

class ChargeProbe {
  constructor(
    private readonly tour: Tour,
    private readonly chave: string,
  ) {}

  /** Creates a charge under a new identifier, reads and removes it. */
  async put(): Promise<Finding[]> {
    if (this.#isMissing(createWithTxid)) return [];
    const txid = generateTxid();
    const { answer, findings } = await this.#create(txid);
    if (!isCreated(answer, txid)) {
      // Unless the charge was refused, it may exist.
      const removal = isDefinite(answer) ? [] : await this.#remove(txid);
      return [...findings, describeRefusal(createWithTxid, answer), ...removal];
    }
    return [
      ...findings,
      ...checkStatus(createWithTxid, answer),
      ...describeContent(answer),
      ...(await this.#read(txid)),
      ...(await this.#remove(txid)),
    ];
  }

  /** Creates a charge whose identifier the provider chooses, and removes it. */
  async post(): Promise<Finding[]> {
    if (this.#isMissing(create) || this.tour.wire.isGivenUp) return [];
    const answer = await this.tour.call(create, { body: this.#body() });
    const txid: unknown = answer.json?.txid;
    if (isSuccess(answer) && typeof txid === 'string') {
      return [...checkStatus(create, answer), ...(await this.#remove(txid))];
    }
    return [describeRefusal(create, answer), ...(isDefinite(answer) ? [] : [describeRemaining()])];
  }

  #isMissing({ id }: PixWriteOperation): boolean {
    return this.tour.routes.get(id)?.state === 'missing';
  }

  #body(more: object = {}): object {
    const { chave } = this;
    return { calendario: { expiracao: EXPIRY }, valor: { original: AMOUNT }, chave, ...more };
  }

  /** Sends a member that is null first: a provider that refuses it gets the charge without it. */
  async #create(txid: string): Promise<{ answer: Answer; findings: Finding[] }> {
    const { tour } = this;
    const params = { txid };
    const withNull = await tour.call(createWithTxid, {
      params,
      body: this.#body({ solicitacaoPagador: null }),
    });
    if (isCreated(withNull, txid)) {
      const finding = note(
        'aceita membros null no corpo',
        'accepts null members in bodies',
        fact(true, 'server', 'nullMembers'),
      );
      return { answer: withNull, findings: [finding] };
    }
    if (!isRefusal(withNull)) return { answer: withNull, findings: [] };
    const answer = await tour.call(createWithTxid, { params, body: this.#body() });
    const refusesNull = conforms('recusa membros null no corpo', 'refuses null members in bodies');
    return { answer, findings: isCreated(answer, txid) ? [refusesNull] : [] };
  }

  /** A sandbox may pay a small charge by itself; only there the probe waits for it. */
  async #read(txid: string): Promise<Finding[]> {
    const { tour } = this;
    if (tour.target.environment === 'sandbox') await tour.time.sleep(AUTO_PAY_MS);
    const answer = await tour.call(get, { params: { txid } });
    const status: unknown = answer.json?.status;
    if (status !== 'CONCLUIDA') return checkStatus(get, answer);
    tour.observations.paysAutomatically = true;
    return [
      ...checkStatus(get, answer),
      deviates(
        'o banco paga sozinho cobranças pequenas de teste',
        'the bank pays small test charges by itself',
      ),
    ];
  }

  async #remove(txid: string): Promise<Finding[]> {
    const { tour } = this;
    if (tour.observations.paysAutomatically === true) return [];
    const answer = await tour.call(revise, {
      params: { txid },
      body: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
      always: true,
    });
    if (isSuccess(answer)) return checkStatus(revise, answer);
    return answer.status === 404 ? [] : [describeRemaining()];
  }
}

/** Whether a response shows the charge that was created. */
function isCreated(answer: Answer, txid: string): boolean {
  return isSuccess(answer) && answer.json?.txid === txid;
}

/** Whether a write was refused. After any other failure it may have taken effect. */
function isDefinite({ status }: Answer): boolean {
  return status >= 400 && status < 500;
}

function describeRemaining(): Finding {
  return unknown(
    `uma cobrança de R$ 0,01 pode existir e não foi removida; ela expira em ${EXPIRY} s`,
    `a charge of R$ 0.01 may exist and was not removed; it expires in ${EXPIRY} s`,
  );
}

function describeRefusal(operation: PixWriteOperation, answer: Answer): Finding {
  const name = operationName(operation);
  const result = `${answer.status || '-'}, ${answer.format}`;
  return isDefinite(answer)
    ? unknown(
        `${name}: a cobrança foi recusada (${result})`,
        `${name}: the charge was refused (${result})`,
      )
    : unknown(
        `${name}: a resposta não mostra se a cobrança existe (${result})`,
        `${name}: the response does not show whether the charge exists (${result})`,
      );
}

function describeContent({ json = {} }: Answer): Finding[] {
  const { status, pixCopiaECola } = json;
  const state =
    status === 'ATIVA'
      ? conforms('a cobrança criada está ATIVA', 'the created charge is ATIVA')
      : deviates('a cobrança criada não está ATIVA', 'the created charge is not ATIVA');
  if (isBrCode(pixCopiaECola)) return [state];
  const alias = Object.keys(json).find((name) => FIELD_NAME.test(name) && isBrCode(json[name]));
  if (alias === undefined) {
    return [
      state,
      deviates('a resposta não tem pixCopiaECola', 'the response has no pixCopiaECola'),
    ];
  }
  return [
    state,
    deviates(
      `pixCopiaECola se chama ${alias}`,
      `pixCopiaECola is called ${alias}`,
      fact(alias, 'answerAliases', 'pixCopiaECola'),
    ),
  ];
}

function isBrCode(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(BR_CODE);
}

/** States by the status of the specification what is the same for both ways to create a charge. */
function mergeStatuses(findings: readonly Finding[]): Finding[] {
  const [one, other] = [createWithTxid, create].map((operation) => {
    const name = operationName(operation);
    const facts = findings.flatMap((finding) => finding.facts ?? []);
    return facts.find(({ path }) => path.at(-1) === name)?.value;
  });
  if (one === undefined || one !== other) return [...findings];
  const [specified = 201] = createWithTxid.success;
  const shared = fact(one, 'server', 'statuses', String(specified));
  return findings.map((finding) => {
    const isStatus = finding.facts?.some(({ path }) => path[1] === 'statuses') === true;
    return isStatus ? { ...finding, facts: [shared] } : finding;
  });
}
