import { createPrivateKey } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { ScriptedProvider } from '../support/scripted-provider.js';
import { createCanaries, createKeyFiles, values, type Canary, type KeyFiles } from './canaries.js';
import { runClient } from './client.scenarios.js';
import { Collector } from './collector.js';
import { runReceiver } from './receiver.scenarios.js';
import { runSimulator } from './simulator.scenarios.js';
import { runStart } from './start.scenarios.js';

let provider: ScriptedProvider;
let keyFiles: KeyFiles;
let canaries: Canary[];

beforeAll(async () => {
  provider = await ScriptedProvider.start();
  keyFiles = createKeyFiles(provider.client);
  canaries = createCanaries(provider.client, keyFiles);
});

afterAll(() => provider.close());

/** Runs scenarios, and collects their output. */
async function collect(run: (collector: Collector) => Promise<void>): Promise<Collector> {
  const collector = new Collector(canaries);
  Logger.overrideLogger(collector.logger);
  collector.attach();
  try {
    await run(collector);
  } finally {
    collector.detach();
    Logger.overrideLogger(true);
  }
  return collector;
}

/** @param least minimum number of texts by source, so that a run without output fails */
function expectNone(collector: Collector, least: Readonly<Record<string, number>>): void {
  expect([...collector.found]).toEqual([]);
  for (const [source, count] of Object.entries(least)) {
    expect([source, (collector.counts.get(source) ?? 0) >= count]).toEqual([source, true]);
  }
}

describe('output of the library', () => {
  it('of the client contains no secret or tax id for any response of the provider', async () => {
    const collector = await collect(async (sinks) => {
      await runClient(provider, sinks);
      sinks.scenario = 'requests';
      for (const { url } of [...provider.requests, ...provider.tokenRequests]) sinks.url(url);
    });
    expectNone(collector, { error: 5000, log: 100, object: 1000, url: 200 });
    expect([...collector.errors.keys()]).toEqual(
      expect.arrayContaining([
        'PixAcessoNegadoException',
        'PixConexaoException',
        'PixConflitoException',
        'PixErroDesconhecidoException',
        'PixErroServicoIndisponivelException',
        'PixErroServidorException',
        'PixErroTransporteException',
        'PixErroValidacaoException',
        'PixNaoAutorizadoException',
        'PixRecursoNaoEncontradoException',
        'PixRespostaInvalidaError',
        'PixTimeoutException',
        'ValidationError',
        'ValueError',
      ]),
    );
  });

  it('of the start contains no secret or tax id for any invalid options', async () => {
    const collector = await collect((sinks) =>
      runStart(sinks, provider.options(), provider.client, keyFiles),
    );
    expectNone(collector, { error: 800, log: 1000, object: 10 });
    expect([...collector.errors.keys()]).toEqual(
      expect.arrayContaining(['CertificateError', 'ConfigurationError', 'ValueError']),
    );
  });

  it('of the receiver, its queue and the reconciler contains no secret or tax id', async () => {
    const collector = await collect(runReceiver);
    expectNone(collector, { log: 2000, answer: 300, object: 50, metrics: 50, job: 40 });
  });

  it('of the simulated bank and its command contains no secret or tax id', async () => {
    const collector = await collect(runSimulator);
    expectNone(collector, { error: 40, answer: 10, object: 10, command: 5, 'console page': 3 });
  });
});

describe('Collector', () => {
  const spell = (value: string) => ({
    plain: value,
    'percent-encoded': encodeURIComponent(value),
    'in a form': new URLSearchParams({ a: value }).toString(),
    'in JSON': JSON.stringify({ a: { b: JSON.stringify({ value }) } }),
    'in base64': Buffer.from(`Authorization: ${value}, and more`).toString('base64'),
    'in base64url': Buffer.from(`>${value}, and more`).toString('base64url'),
    'in an address': `https://example.com/?a=${encodeURIComponent(value)}`,
  });

  it.each(Object.entries(values))('finds %s in each encoding', (name, value) => {
    for (const [spelling, text] of Object.entries(spell(value))) {
      const collector = new Collector(canaries);
      collector.text(spelling, text);
      expect([...collector.found].join()).toContain(`${name}: ${spelling}`);
    }
  });

  it('finds keys in each encoding', () => {
    const { pfx, locked } = keyFiles;
    const { key } = provider.client;
    const der = createPrivateKey(key).export({ type: 'pkcs8', format: 'der' });
    for (const bytes of [der, pfx]) {
      for (const text of [bytes.toString('base64'), bytes.toString('hex'), inspect(bytes)]) {
        const collector = new Collector(canaries);
        collector.text('bytes', text);
        expect([...collector.found]).not.toEqual([]);
      }
    }
    for (const text of [key, locked, JSON.stringify(key), key.split('\n')[2]!]) {
      const collector = new Collector(canaries);
      collector.text('pem', text);
      expect([...collector.found].join()).toContain('pem');
    }
  });

  it('finds a canary in each sink', async () => {
    const { token } = values;
    const sinks: Readonly<Record<string, (collector: Collector) => unknown>> = {
      log: () => new Logger('x').log(`a ${token}`),
      verbose: () => new Logger('x').verbose({ a: token }),
      console: () => console.error({ a: [token] }),
      warning: () => process.emitWarning(token),
      error: (collector) => collector.error(new Error('x', { cause: new Error(token) })),
      fields: (collector) => collector.error(Object.assign(new Error('x'), { config: { token } })),
      aggregate: (collector) => collector.error(new AggregateError([new Error(token)])),
      url: (collector) => collector.url(`/x?token=${encodeURIComponent(token)}`),
    };
    for (const [name, show] of Object.entries(sinks)) {
      const { found } = await collect(async (collector) => {
        show(collector);
        await new Promise((resolve) => setImmediate(resolve));
      });
      expect([name, found.size > 0]).toEqual([name, true]);
    }
  });
});
