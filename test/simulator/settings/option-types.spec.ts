import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Faults } from '../../../devkit/simulator/faults/faults.js';
import { PixSimulator, PixSimulatorModule } from '../../../devkit/simulator/index.js';
import {
  checkOptions,
  resolveSimulatorSettings,
} from '../../../devkit/simulator/settings/resolve-settings.js';
import { pixProviders } from '../../../lib/providers/index.js';
import { forWrongValues, type Accepted } from '../../support/wrong-values.js';

type Untyped = Record<string, unknown>;

const text = ['text', 'empty'] as const;

/** Each option with the kinds of values that it accepts. */
const ACCEPTED: Accepted = {
  quirks: ['text', 'empty', 'object'],
  rules: [],
  faults: ['list'],
  hostile: ['list'],
  port: ['number'],
  host: ['text'],
  names: ['list'],
  sandbox: ['object'],
  'sandbox.token': text,
  'sandbox.port': ['number'],
  clientId: text,
  clientSecret: [...text, 'null'],
  sellerToken: text,
  scopes: ['list'],
  tokenLifetime: ['number'],
  chaves: ['list'],
  contas: ['list'],
  convenios: ['list'],
  recebedor: ['object'],
  'recebedor.nome': text,
  'recebedor.nomeFantasia': text,
  'recebedor.cidade': text,
  'recebedor.logradouro': text,
  'recebedor.uf': text,
  'recebedor.cep': text,
  'recebedor.cnpj': text,
  ispb: text,
  locationBase: text,
  locationPort: ['number'],
  refundDelay: ['number'],
  processingDelay: ['number'],
  webhook: ['object'],
  'webhook.retryDelays': ['list'],
  'webhook.timeout': ['number'],
  'webhook.ca': ['list'],
  stateDir: ['text'],
  console: ['flag', 'object'],
  'console.port': ['number'],
  'quirks.versions': ['object'],
  'quirks.versions.default': text,
  'quirks.versions.resources': ['object'],
  'quirks.query': ['object'],
  'quirks.accountHeader': text,
  'quirks.emptyIsNotFound': ['list'],
  'quirks.maxItensPorPagina': ['number'],
  'quirks.maxPeriod': ['object'],
  'quirks.wholeSeconds': ['list'],
  'quirks.phoneKeyWithoutPlus': ['flag'],
  'quirks.server': ['object'],
  'quirks.server.statuses': ['object'],
  'quirks.server.tokenRequests': ['list'],
  'quirks.server.versions': ['object'],
  'quirks.server.errors': ['object'],
  'quirks.server.errors.format': [],
  'quirks.server.errors.families': ['object'],
  'quirks.server.errors.families.cob': [],
  'quirks.server.errors.statuses': ['object'],
  'quirks.server.errors.tooManyRequests': text,
  'quirks.server.errors.longPeriod': ['number'],
  'quirks.server.webhook': ['object'],
  'quirks.server.webhook.bareArray': ['flag'],
  'quirks.server.webhook.retryDelays': ['list'],
  'quirks.server.webhook.keepPathParameter': text,
  'quirks.server.webhook.testCall': ['object'],
  'quirks.server.webhook.testCall.skipHeader': text,
  'quirks.server.autoPay': ['object'],
  'quirks.server.autoPay.from': text,
  'quirks.server.autoPay.to': text,
  'quirks.production': ['object'],
  'quirks.unsupported': ['object'],
  'quirks.token': ['object'],
  'quirks.server.token': ['object'],
  'quirks.server.token.lifetime': ['number'],
  'quirks.server.token.scopeRequired': ['flag'],
  'quirks.server.token.grantsFewer': ['flag'],
  'quirks.server.token.noSecret': ['flag'],
  'quirks.answerAliases': ['object'],
  'quirks.rateLimits': ['object'],
  'quirks.clientAuth': [],
  'quirks.token.encoding': [],
  'quirks.token.sendScope': ['flag'],
  'quirks.token.query': ['object'],
  'quirks.appKeyQuery': text,
  'quirks.correlationHeader': text,
  'quirks.scopes': ['list'],
  'quirks.features': ['object'],
};

function nest(path: string, value: unknown): Untyped {
  return path
    .split('.')
    .reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Untyped;
}

/** Returns the message of the ConfigurationError that the options cause. */
function catchRefusal(options: unknown): string {
  try {
    checkOptions(options);
    resolveSimulatorSettings(options as never);
  } catch (error) {
    const { name, message } = error as Error;
    return `${name}: ${message}`;
  }
  return 'accepted';
}

describe('options of PixSimulator.start', () => {
  it('refuse a value of a wrong type', () => {
    forWrongValues(ACCEPTED, (option, value) => {
      const message = catchRefusal(nest(option, value));
      expect(message).toMatch(/^ConfigurationError: The simulator cannot start: /);
      expect(message).toContain(`${option} must be`);
    });
  });

  it('accept an option that is undefined', () => {
    for (const option of Object.keys(ACCEPTED)) {
      // The token of a sandbox is required.
      if (option === 'sandbox.token') continue;
      const { sandbox, ...others } = nest(option, undefined);
      const options = sandbox ? { sandbox: { token: 'x', ...sandbox } } : others;
      expect(() => checkOptions(options)).not.toThrow();
    }
  });

  it('refuse a misspelt name and suggest the right one', () => {
    for (const option of Object.keys(ACCEPTED)) {
      const name = option.split('.').at(-1) ?? '';
      const kind = option.includes('families.') ? 'a family' : 'an option';
      expect(catchRefusal(nest(`${option}x`, 5))).toContain(
        `${option}x is not ${kind}: did you mean ${name}?`,
      );
    }
  });

  it.each([
    [{ clientSecrect: 'x' }, 'clientSecret'],
    [{ fault: [] }, 'faults'],
    [{ webhook: { timeot: 5 } }, 'timeout'],
    [{ recebedor: { noem: 'x' } }, 'nome'],
    [{ quirks: { tokn: {} } }, 'token'],
    [{ contas: [{ conta: '1', agncia: '2' }] }, 'agencia'],
    [{ quirks: { server: { errors: { families: { cobb: 'soap' } } } } }, 'cob'],
  ])('refuse %j', (options, meant) => {
    expect(catchRefusal(options)).toContain(`did you mean ${meant}?`);
  });

  it.each<[Untyped, string]>([
    [{ scopes: [5] }, 'scopes[0] must be'],
    [{ contas: [{}] }, 'contas[0].conta must be'],
    [{ contas: [5] }, 'contas[0] must be'],
    [{ webhook: { ca: 'xx' } }, 'webhook.ca must be certificates'],
    [{ webhook: { ca: [null] } }, 'webhook.ca must be certificates'],
    [{ faults: [null] }, 'faults[0]'],
    [{ faults: ['x'] }, 'faults[0]'],
    [{ faults: [{ kind: 'status', status: 500, body: () => 1 }] }, 'faults[0]'],
    [{ refundDelay: Number.NaN }, 'refundDelay must be'],
    [{ chaves: 'all' }, "chaves must be a list of Pix keys, or 'any'"],
  ])('refuse %p', (options, problem) => {
    expect(catchRefusal(options)).toContain(problem);
  });

  it('are accepted from each built-in provider as own quirks', () => {
    for (const quirks of Object.values(pixProviders)) {
      expect(catchRefusal({ quirks: { ...quirks } })).toBe('accepted');
    }
  });

  it('are refused in one error, before anything is written', async () => {
    const options = { stateDir: '', clientSecrect: 'x', port: '5' } as never;
    await expect(PixSimulator.start(options)).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringMatching(/stateDir.*clientSecrect.*port/s),
    });
    expect(existsSync(join(process.cwd(), 'identity.json'))).toBe(false);
  });

  it.each([[null], ['text'], [5], [[]], [true]])(
    'refuse %j instead of an object',
    async (value) => {
      await expect(PixSimulator.start(value as never)).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringContaining('the options must be an object'),
      });
    },
  );
});

describe('PixSimulatorModule', () => {
  it.each<[string, () => unknown]>([
    ['forRoot(null)', () => PixSimulatorModule.forRoot(null as never)],
    ['forRoot(text)', () => PixSimulatorModule.forRoot('x' as never)],
    [
      'forRoot with isGlobal as text',
      () => PixSimulatorModule.forRoot({ isGlobal: 'no' as never }),
    ],
    ['forRootAsync()', () => PixSimulatorModule.forRootAsync(undefined as never)],
    ['forRootAsync({})', () => PixSimulatorModule.forRootAsync({})],
  ])('refuses %s', (_case, build) => {
    expect(build).toThrow(expect.objectContaining({ name: 'ConfigurationError' }));
  });
});

describe('the body of a fault', () => {
  const add = (body: unknown) => new Faults().add({ kind: 'status', status: 500, body });
  const deep = (levels: number): unknown =>
    Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1);
  const circular: Untyped = {};
  circular.self = circular;

  it.each([['text'], [5], [null], [{ a: [true, undefined] }], [deep(100)]])('may be %j', (body) => {
    expect(add(body).rule).toMatchObject({ body });
  });

  it.each<[string, unknown]>([
    ['a function', { a: () => 1 }],
    ['a symbol', [Symbol('x')]],
    ['a bigint', 5n],
    ['a circular object', circular],
    ['a deep list', deep(20_000)],
  ])('is refused if it has %s', (_case, body) => {
    expect(() => add(body)).toThrow(
      expect.objectContaining({
        body: expect.objectContaining({
          violacoes: [expect.objectContaining({ propriedade: 'body' })],
        }),
      }),
    );
  });
});
