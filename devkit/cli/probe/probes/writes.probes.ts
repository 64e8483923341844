import { generateTxid } from 'nestjs-pix';
import {
  cobOperations,
  operationName,
  toKeyWithoutPlus,
  webhookOperations,
  type PixWriteOperation,
} from 'nestjs-pix/spec';
import { isSuccess, type Answer } from '../../connection.js';
import type { ProbeTexts } from '../../texts/probe.en.js';
import { conforms, deviates, fact, note, unknown, type ProbeFinding } from '../report.js';
import { checkStatus, isRefusal, type Probe, type Tour } from '../tour.js';
import { skipHeaders } from '../variants.js';

// The probes that write: a charge and a webhook, which are removed again.

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
  writes: true,
  run: async (tour) => {
    const chave = resolveKey(tour);
    if (chave === undefined) return [unknown(tour.texts.charge.noKey)];
    const charges = new ChargeProbe(tour, chave);
    const findings = [...(await charges.put()), ...(await charges.post())];
    return mergeStatuses(findings);
  },
};

/** Returns the receiver's key in the form that the provider expects. */
function resolveKey({ target: { chave }, phoneKeyWithoutPlus }: Tour): string | undefined {
  return chave !== undefined && phoneKeyWithoutPlus ? toKeyWithoutPlus(chave) : chave;
}

class ChargeProbe {
  constructor(
    private readonly tour: Tour,
    private readonly chave: string,
  ) {}

  /** Creates a charge under a new identifier, reads and removes it. */
  async put(): Promise<ProbeFinding[]> {
    if (this.#isMissing(createWithTxid)) return [];
    const txid = generateTxid();
    const { answer, findings } = await this.#create(txid);
    if (!isCreated(answer, txid)) {
      // Unless the charge was refused, it may exist.
      const removal = isDefinite(answer) ? [] : await this.#remove(txid);
      return [...findings, this.#describeRefusal(createWithTxid, answer), ...removal];
    }
    return [
      ...findings,
      ...checkStatus(createWithTxid, answer),
      ...describeContent(answer, this.tour.texts),
      ...(await this.#read(txid)),
      ...(await this.#remove(txid)),
    ];
  }

  /** Creates a charge whose identifier the provider chooses, and removes it. */
  async post(): Promise<ProbeFinding[]> {
    if (this.#isMissing(create) || this.tour.wire.isGivenUp) return [];
    const answer = await this.tour.call(create, { body: this.#body() });
    const txid: unknown = answer.json?.txid;
    if (isSuccess(answer) && typeof txid === 'string') {
      return [...checkStatus(create, answer), ...(await this.#remove(txid))];
    }
    const remaining = isDefinite(answer) ? [] : [this.#describeRemaining()];
    return [this.#describeRefusal(create, answer), ...remaining];
  }

  #isMissing({ id }: PixWriteOperation): boolean {
    return this.tour.routes.get(id)?.state === 'missing';
  }

  #body(more: object = {}): object {
    const { chave } = this;
    return { calendario: { expiracao: EXPIRY }, valor: { original: AMOUNT }, chave, ...more };
  }

  /** Sends a member that is null first: a provider that refuses it gets the charge without it. */
  async #create(txid: string): Promise<{ answer: Answer; findings: ProbeFinding[] }> {
    const { tour } = this;
    const params = { txid };
    const withNull = await tour.call(createWithTxid, {
      params,
      body: this.#body({ solicitacaoPagador: null }),
    });
    if (isCreated(withNull, txid)) {
      const finding = note(tour.texts.charge.nullAccepted, fact(true, 'server', 'nullMembers'));
      return { answer: withNull, findings: [finding] };
    }
    if (!isRefusal(withNull)) return { answer: withNull, findings: [] };
    const answer = await tour.call(createWithTxid, { params, body: this.#body() });
    const refusesNull = conforms(tour.texts.charge.nullRefused);
    return { answer, findings: isCreated(answer, txid) ? [refusesNull] : [] };
  }

  /** A sandbox may pay a small charge by itself; only there the probe waits for it. */
  async #read(txid: string): Promise<ProbeFinding[]> {
    const { tour } = this;
    if (tour.target.environment === 'sandbox') await tour.time.sleep(AUTO_PAY_MS);
    const answer = await tour.call(get, { params: { txid } });
    const status: unknown = answer.json?.status;
    if (status !== 'CONCLUIDA') return checkStatus(get, answer);
    tour.observations.paysAutomatically = true;
    return [...checkStatus(get, answer), deviates(tour.texts.charge.paysAlone)];
  }

  async #remove(txid: string): Promise<ProbeFinding[]> {
    const { tour } = this;
    if (tour.observations.paysAutomatically === true) return [];
    const answer = await tour.call(revise, {
      params: { txid },
      body: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
      always: true,
    });
    if (isSuccess(answer)) return checkStatus(revise, answer);
    return answer.status === 404 ? [] : [this.#describeRemaining()];
  }

  #describeRemaining(): ProbeFinding {
    return unknown(this.tour.texts.charge.remains(EXPIRY));
  }

  #describeRefusal(operation: PixWriteOperation, answer: Answer): ProbeFinding {
    const { charge } = this.tour.texts;
    const name = operationName(operation);
    const result = `${answer.status || '-'}, ${answer.format}`;
    return unknown(
      isDefinite(answer) ? charge.refused(name, result) : charge.unclear(name, result),
    );
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

function describeContent({ json = {} }: Answer, { charge }: ProbeTexts): ProbeFinding[] {
  const { status, pixCopiaECola } = json;
  const state = status === 'ATIVA' ? conforms(charge.active) : deviates(charge.inactive);
  if (isBrCode(pixCopiaECola)) return [state];
  const alias = Object.keys(json).find((name) => FIELD_NAME.test(name) && isBrCode(json[name]));
  if (alias === undefined) return [state, deviates(charge.noCode)];
  return [
    state,
    deviates(charge.renamedCode(alias), fact(alias, 'answerAliases', 'pixCopiaECola')),
  ];
}

function isBrCode(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(BR_CODE);
}

/** States by the status of the specification what is the same for both ways to create a charge. */
function mergeStatuses(findings: readonly ProbeFinding[]): ProbeFinding[] {
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

/** A name that never exists (RFC 2606, section 2). */
const HOST = 'nestjs-pix-probe.invalid';

export const webhookProbe: Probe = {
  id: 'webhook',
  writes: true,
  run: async (tour) => {
    const chave = resolveKey(tour);
    if (chave === undefined) return [unknown(tour.texts.webhook.noKey)];
    const { status } = await tour.call(webhookOperations.get, { params: { chave } });
    // Only a key that certainly has no webhook is touched.
    if (status === 404) return new WebhookProbe(tour, chave).run();
    return status === 200
      ? [note(tour.texts.webhook.kept)]
      : [unknown(tour.texts.webhook.lookUp(String(status || '-')))];
  },
};

class WebhookProbe {
  constructor(
    private readonly tour: Tour,
    private readonly chave: string,
  ) {}

  async run(): Promise<ProbeFinding[]> {
    const plain = await this.#register('http');
    const findings = [this.#describePlain(plain), ...(await this.#undo(plain))];
    const answer = await this.#register('https');
    if (!isRefusal(answer)) {
      return [...findings, ...this.#describe(answer), ...(await this.#undo(answer))];
    }
    return [...findings, ...(await this.#probeSkip())];
  }

  #register(scheme: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const body = { webhookUrl: `${scheme}://${HOST}/webhook` };
    return this.tour.call(webhookOperations.register, {
      params: { chave: this.chave },
      body,
      headers,
    });
  }

  /** Removes a webhook, also if it is not known whether it was registered. */
  async #undo({ status }: Answer): Promise<ProbeFinding[]> {
    if (status >= 400 && status < 500) return [];
    const answer = await this.tour.call(webhookOperations.delete, {
      params: { chave: this.chave },
      always: true,
    });
    if (isSuccess(answer)) return checkStatus(webhookOperations.delete, answer);
    if (answer.status === 404) return [];
    return [unknown(this.tour.texts.webhook.remains(`https://${HOST}/webhook`))];
  }

  #describePlain(answer: Answer): ProbeFinding {
    const { webhook } = this.tour.texts;
    if (isSuccess(answer)) return deviates(webhook.httpAccepted);
    return isRefusal(answer)
      ? conforms(webhook.httpRefused)
      : unknown(webhook.http(String(answer.status || '-')));
  }

  #describe(answer: Answer): ProbeFinding[] {
    const { webhook } = this.tour.texts;
    if (!isSuccess(answer)) return [unknown(webhook.registration(String(answer.status || '-')))];
    return [note(webhook.uncalled), ...checkStatus(webhookOperations.register, answer)];
  }

  /** An address that is refused without a header and accepted with it was called. */
  async #probeSkip(): Promise<ProbeFinding[]> {
    const { webhook } = this.tour.texts;
    for (const name of skipHeaders) {
      const answer = await this.#register('https', { [name]: 'true' });
      if (isRefusal(answer)) continue;
      const undone = await this.#undo(answer);
      if (!isSuccess(answer)) continue;
      return [
        deviates(webhook.called(name), fact(name, 'server', 'webhook', 'testCall', 'skipHeader')),
        ...checkStatus(webhookOperations.register, answer),
        ...undone,
      ];
    }
    return [note(webhook.unanswered)];
  }
}
