import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { lastValueFrom, throwError } from 'rxjs';
import {
  createPixClient,
  PixErrorInterceptor,
  type PixClient,
  type PixModuleOptions,
  type PixProvider,
} from '../../lib/index.js';
import { openTelemetry } from '../../lib/opentelemetry.js';
import { Recorder } from '../opentelemetry/support/recorder.js';
import type { ScriptedResponse, Script, ScriptedProvider } from '../support/scripted-provider.js';
import { values } from './canaries.js';
import type { Collector } from './collector.js';
import { breaks, echoes } from './provider.responses.js';
import { searchTelemetry } from './telemetry.js';

const TXID = 'canary'.repeat(5);
const E2EID = 'E12345678202609091221abcdefghijk';
const PERIOD = { inicio: '2026-01-01T00:00:00Z', fim: '2026-01-02T00:00:00Z' };
const { devedorCpf, keyCpf, payerCpf, cnpj, newCnpj } = values;

const cob = {
  calendario: { expiracao: 60 },
  valor: { original: '37.00' },
  devedor: { cpf: devedorCpf, nome: 'Maria' },
  chave: keyCpf,
  solicitacaoPagador: `Para o CPF ${payerCpf}`,
  infoAdicionais: [{ nome: 'Empresa', valor: newCnpj }],
};
const cobV = {
  calendario: { dataDeVencimento: '2030-01-01' },
  valor: { original: '37.00' },
  devedor: {
    ...{ cnpj, nome: 'Maria', email: 'a@b.com', logradouro: 'Rua', cidade: 'X', uf: 'SP' },
    cep: '01001000',
  },
  chave: keyCpf,
};
const webhook = {
  webhookUrl: `https://shop.example.com/pix?hmac=${values.webhookSecret}&t=${values.otherWebhookSecret}`,
};

type Call = (pix: PixClient) => Promise<unknown>;

/** Calls that contain every canary that a request may contain. */
const calls: Readonly<Record<string, Call>> = {
  createWithTxid: (pix) => pix.cob.createWithTxid(TXID, cob),
  create: (pix) => pix.cob.create(cob),
  cobV: (pix) => pix.cobV.createWithTxid(TXID, cobV),
  list: (pix) => pix.cob.list({ ...PERIOD, cpf: payerCpf }),
  headers: (pix) => pix.cob.get(TXID, {}, { headers: { 'X-Auth-Proof': values.callHeader } }),
  webhook: (pix) => pix.webhook.register(keyCpf, webhook),
  refund: (pix) => pix.recebidos.refund(E2EID, 'refund1', { valor: '1.00', descricao: payerCpf }),
};

const tokenResponse: ScriptedResponse = {
  body: { access_token: values.token, token_type: 'Bearer', expires_in: 3600, scope: 'cob.read' },
};

/** Runs every call with every response of the token endpoint and of the API. */
export async function runClient(provider: ScriptedProvider, collector: Collector): Promise<void> {
  const scripts = { ...echoes, ...breaks } as Readonly<Record<string, Script>>;
  for (const [account, options] of Object.entries(accounts(provider))) {
    for (const [answer, script] of Object.entries(scripts)) {
      const names = account === 'basic' ? Object.keys(calls) : ['headers'];
      provider.token = tokenResponse;
      provider.api = script;
      await runCalls(collector, `${account} api ${answer}`, options, names);
      if (options.sandboxToken !== undefined) continue;
      provider.token = script;
      const brief = { ...options, deadline: 0.15 };
      await runCalls(collector, `${account} token ${answer}`, brief, ['createWithTxid']);
    }
  }
  await runSettlement(provider, collector);
  await runLocal(provider, collector);
}

function accounts(provider: ScriptedProvider): Readonly<Record<string, PixModuleOptions>> {
  const { headerKey, cookie, appKey, clientSecret, passphrase, sandboxToken } = values;
  const headers = { 'X-Api-Key': headerKey, Cookie: cookie };
  const basic = provider.options({
    ...{ clientSecret, headers, appKey },
    certificate: { ...provider.client, passphrase },
    timeout: [1, 0.04],
    deadline: 0.3,
    retry: { attempts: 2, baseDelay: 0.001, maxDelay: 0.002 },
  });
  const profile = basic.provider as PixProvider;
  return {
    basic,
    body: { ...basic, clientAuth: 'body', leastPrivilege: true, retry: false },
    sandbox: {
      ...basic,
      environment: 'sandbox',
      sandboxToken,
      clientSecret: undefined,
      provider: {
        ...profile,
        sandbox: { ...profile.production, mode: 'fixed-token', tokenHeader: 'x-sandbox-token' },
      },
    },
  };
}

async function runCalls(
  collector: Collector,
  scenario: string,
  options: PixModuleOptions,
  names: readonly string[],
): Promise<void> {
  const recorder = new Recorder();
  const { tracerProvider, meterProvider } = recorder;
  const observe = (info: unknown) => collector.value('hook', info);
  const client = await createPixClient({
    ...options,
    log: undefined,
    onRequest: observe,
    onResponse: observe,
    telemetry: openTelemetry({ tracerProvider, meterProvider }),
  });
  for (const name of names) {
    collector.scenario = `${scenario} ${name}`;
    await collector.failure(() => intercept(collector, () => calls[name]!(client)));
  }
  collector.value('object', client);
  collector.value('object', client.cob);
  collector.value('object', client.tokens);
  await client.close({ drain: 0 });
  await searchTelemetry(collector, recorder);
}

/** Rethrows the error after Nest's interceptor has converted it to a response. */
async function intercept(collector: Collector, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const interceptor = new PixErrorInterceptor({ exposeDetail: true });
    const next: CallHandler = { handle: () => throwError(() => error) };
    const context = {} as ExecutionContext;
    const answer = () => lastValueFrom(interceptor.intercept(context, next));
    await collector.failure(answer);
    throw error;
  }
}

/** Writes of unknown outcome, and conflicts with another record. */
async function runSettlement(provider: ScriptedProvider, collector: Collector): Promise<void> {
  const { basic } = accounts(provider);
  const record = { txid: TXID, status: 'ATIVA', revisao: 0, ...cob };
  const others = {
    conflict: {
      ...record,
      status: 'CONCLUIDA',
      calendario: { criacao: '2020-01-01T12:00:00Z', expiracao: 60 },
      devedor: { cpf: payerCpf, nome: values.token },
      chave: newCnpj,
    },
    lagging: { ...record, devedor: { cpf: payerCpf, nome: values.token } },
    none: undefined,
    strange: { ...record, txid: devedorCpf, status: values.token },
  };
  for (const [name, other] of Object.entries(others)) {
    provider.token = tokenResponse;
    provider.api = (received, _, request) => {
      if (received.method !== 'GET') return echoes.html!(received);
      if (other === undefined) request.destroy();
      return other && { body: other };
    };
    const profile = basic!.provider as PixProvider;
    // Long enough to read until the lag is over.
    const patient = { ...basic!, provider: { ...profile, readLag: 0.1 }, timeout: 5, deadline: 2 };
    await runCalls(collector, `settlement ${name}`, patient, ['createWithTxid', 'create']);
  }
}

/** Errors without a response: refused calls, aborts, unreachable or untrusted servers, closed clients. */
async function runLocal(provider: ScriptedProvider, collector: Collector): Promise<void> {
  const { basic } = accounts(provider);
  const client = await createPixClient(basic!);
  await client.tokens.getToken();
  const withSignal = (signal: AbortSignal) => client.cob.get(TXID, {}, { signal });
  provider.api = { status: 404, body: { title: 'Not found' } };
  const wrong = `${devedorCpf}/${keyCpf}`;
  const refused: Readonly<Record<string, () => unknown>> = {
    abort: () => withSignal(AbortSignal.abort(new Error(`abort ${devedorCpf} ${values.token}`))),
    abortText: () => withSignal(AbortSignal.abort(devedorCpf)),
    body: () => client.cob.create({ ...cob, chave: { [keyCpf]: 1 } } as never),
    nearMiss: () => client.cob.create({ ...cob, Devedor: devedorCpf, devedor: undefined } as never),
    tax: () => client.cob.create({ ...cob, devedor: { cpf: '529.982.247-25', nome: keyCpf } }),
    types: () => client.cob.create([devedorCpf, keyCpf] as never),
    filter: () => client.cob.list({ ...PERIOD, cpf: '529.982.247-25' }),
    filterObject: () => client.cob.list({ ...PERIOD, [devedorCpf]: { a: keyCpf } } as never),
    path: () => client.webhook.get(wrong),
    txid: () => client.cob.get(`${wrong} ${values.token}`),
    header: () => client.cob.get(TXID, {}, { headers: { 'x-key': `${values.callHeader}\n` } }),
    protected: () => client.cob.get(TXID, {}, { headers: { Authorization: values.token } }),
    option: () => client.cob.get(TXID, {}, { timeout: values.token as never }),
    scopes: () => client.cob.get(TXID, {}, { scopes: [{ x: values.token }] as never }),
  };
  for (const [name, work] of Object.entries(refused)) {
    collector.scenario = `refused ${name}`;
    await collector.failure(async () => work());
  }
  await client.close();
  collector.scenario = 'closed';
  await collector.failure(() => client.cob.create(cob));
  await collector.failure(() => client.tokens.getToken());
  await runUnreachable(provider, collector);
}

async function runUnreachable(provider: ScriptedProvider, collector: Collector): Promise<void> {
  const { basic } = accounts(provider);
  const port = new URL(provider.origin).port;
  const addresses: Readonly<Record<string, Partial<PixModuleOptions>>> = {
    refused: { tokenUrl: 'https://127.0.0.1:1/oauth', baseUrl: 'https://127.0.0.1:1' },
    unknown: { tokenUrl: 'https://canary.invalid/oauth' },
    untrusted: { ca: undefined },
    noCertificate: { certificate: undefined, mutualTls: false },
    otherName: { tokenUrl: `https://localhost.localdomain:${port}/oauth/token` },
  };
  for (const [name, address] of Object.entries(addresses)) {
    provider.token = tokenResponse;
    await runCalls(collector, `unreachable ${name}`, { ...basic!, ...address }, ['createWithTxid']);
  }
}
