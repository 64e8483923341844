import { randomBytes, X509Certificate } from 'node:crypto';
import { encodeBrCode, pixScopes } from 'nestjs-pix';
import {
  choose,
  CNPJ,
  integer,
  isObject,
  listOf,
  must,
  nonEmptyText,
  objectOf,
  oneOf,
  OptionChecker,
  seconds,
  text,
  valueOr,
  type OptionRule,
  defineOptions,
} from 'nestjs-pix/internal';
import { NUMERIC_ISPB, removeTrailingSlashes, toKeyWithoutPlus } from 'nestjs-pix/spec';
import { ruleViolations } from '../faults/rules.js';
import { HOSTILE_KINDS, isHostileBehavior } from '../hostile/hostile-bank.js';
import { buildLocationBase, toLocationHost } from '../kernel/addresses.js';
import { KEY_KINDS } from '../kernel/certificates.js';
import {
  listOwnScopes,
  profileRule,
  resolveProfile,
  type SimulatedProfile,
} from '../profiles/profile.js';
import {
  SIMULATOR_RULES,
  type PixSimulatorOptions,
  type PreliminarySettings,
  type SimulatorConsoleOptions,
  type SimulatorConta,
  type SimulatorIdentity,
  type SimulatorRecebedor,
  type SimulatorSandboxOptions,
  type SimulatorSettings,
  type SimulatorWebhookOptions,
} from './options.js';

const RETRY_DELAYS = [200, 500, 1_000, 2_000, 5_000, 10_000, 10_000, 10_000, 10_000, 10_000];

/** Checks the options. @throws ConfigurationError that lists all problems */
export function checkOptions(options: unknown): void {
  const checker = new OptionChecker('The simulator cannot start');
  checker.shape(options, simulatorRule);
  checker.throwIfAny();
}

/** Resolves the defaults of options that were checked. */
export function resolveSimulatorSettings(options: PixSimulatorOptions): PreliminarySettings {
  const { chaves, convenios, rateLimits, ...chosen } = table.resolve(options);
  const profile = resolveProfile(options.quirks);
  const { rateLimits: _, ...unlimited } = profile;
  const quirks = rateLimits ? profile : unlimited;
  return {
    ...chosen,
    quirks,
    scopes: options.scopes ?? [...pixScopes, ...listOwnScopes(quirks)],
    console: resolveConsole(options.console),
    sandbox: options.sandbox && {
      ...options.sandbox,
      ...sandboxTable.resolve(options.sandbox),
    },
    clientSecret: options.clientSecret === undefined ? defaultSecret(quirks) : options.clientSecret,
    tokenLifetime: options.tokenLifetime ?? quirks.server?.token?.lifetime ?? 3_600,
    chaves:
      chaves === 'any' ? chaves : new Set(chaves.map((chave) => toProviderKey(quirks, chave))),
    convenios: convenios === 'any' ? convenios : new Set(convenios),
    recebedor: resolveRecebedor(options.recebedor),
    locationBase: options.locationBase && removeTrailingSlashes(options.locationBase),
    webhook: resolveWebhook(quirks, options.webhook),
  };
}

function resolveRecebedor(recebedor: SimulatorRecebedor = {}): SimulatorSettings['recebedor'] {
  return { ...recebedor, ...recebedorTable.resolve(recebedor) };
}

function resolveWebhook(
  quirks: SimulatedProfile,
  options: SimulatorWebhookOptions = {},
): SimulatorSettings['webhook'] {
  const { timeout, ca } = webhookTable.resolve(options);
  return {
    retryDelays: options.retryDelays ?? quirks.server?.webhook?.retryDelays ?? RETRY_DELAYS,
    timeout,
    ca: [ca].flat(),
  };
}

/** Converts a key to the provider's form. */
function toProviderKey({ phoneKeyWithoutPlus }: SimulatedProfile, chave: string): string {
  return phoneKeyWithoutPlus === true ? toKeyWithoutPlus(chave) : chave;
}

function resolveConsole(console: PixSimulatorOptions['console']): PreliminarySettings['console'] {
  if (console === undefined || console === false) return undefined;
  const options = console === true ? {} : console;
  return { ...options, ...consoleTable.resolve(options) };
}

function defaultSecret({ server }: SimulatedProfile): string | null {
  return server?.token?.noSecret === true ? null : randomBytes(24).toString('base64url');
}

/** Accepts `any`, and lists whose items follow the rule. */
function anyOrList(expected: string, item: OptionRule): OptionRule {
  return valueOr(['any'], listOf(`${expected}, or 'any'`, item));
}

const certificates = must('certificates as PEM text, or a list of them', (value) =>
  [value].flat().every(isCertificates),
);

function isCertificates(value: unknown): boolean {
  try {
    return typeof value === 'string' && Boolean(new X509Certificate(value));
  } catch {
    return false;
  }
}

function isIdentity(value: unknown): boolean {
  const { authority, client, webhook } = value as Partial<SimulatorIdentity>;
  return [authority, client, webhook].every(
    (pair) => isCertificates(pair?.cert) && typeof pair?.key === 'string',
  );
}

const hostileRule = must(
  `${HOSTILE_KINDS.join(', ')}, or { kind, rate } with a rate from 0 to 1`,
  isHostileBehavior,
);

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';

const port = integer({ min: 0, max: 65_535 });

/** Milliseconds of the simulator's clock, where `Infinity` means never. */
const milliseconds = must('milliseconds', (value) => isNumber(value) && value >= 0, isNumber);

function matching(pattern: RegExp, expected: string): OptionRule {
  return must(expected, (value) => isText(value) && pattern.test(value), isText);
}

/** Text of a bearer token in a header. */
const token = matching(/^[\x21-\x7e]+$/, 'visible ASCII characters without spaces');

const contaRule = objectOf<SimulatorConta>({ conta: nonEmptyText, agencia: text }, 'an object', {
  required: ['conta'],
});

const anyPort = { rule: port, default: 0 };
const loopback = { rule: nonEmptyText, default: '127.0.0.1' };

const sandboxTable = defineOptions<SimulatorSandboxOptions>()(
  { token, port: anyPort },
  'an object',
  { required: ['token'] },
);

const webhookTable = defineOptions<SimulatorWebhookOptions>()({
  retryDelays: listOf('a list of milliseconds', milliseconds),
  timeout: {
    rule: must(
      'a positive number of milliseconds',
      (value) => isNumber(value) && value > 0,
      isNumber,
    ),
    default: 10_000,
  },
  ca: { rule: certificates, default: [] },
});

const recebedorTable = defineOptions<SimulatorRecebedor>()({
  nome: { rule: text, default: 'Loja Simulada' },
  nomeFantasia: text,
  cidade: { rule: text, default: 'Sao Paulo' },
  logradouro: { rule: text, default: 'Rua Simulada 100, Centro' },
  uf: { rule: matching(/^[A-Z]{2}$/, 'two capital letters'), default: 'SP' },
  cep: { rule: matching(/^\d{8}$/, '8 digits'), default: '01001000' },
  cnpj: { rule: matching(CNPJ, '14 digits or capital letters'), default: '12345678000195' },
});

const faultRule: OptionRule = (value, name, report) => {
  for (const { razao } of ruleViolations({ ...(value as object) })) report(`${name}: ${razao}`);
  return true;
};

const applicationUrl = matching(
  /^https?:\/\/[^\s/{}]+\/[^\s{}]*\{id\}[^\s{}]*$/,
  'an http or https address with {id}, such as http://localhost:3000/pix/{id}',
);

const consoleTable = defineOptions<SimulatorConsoleOptions>()({
  port: anyPort,
  host: loopback,
  applicationUrl,
});

const table = defineOptions<PixSimulatorOptions>()({
  quirks: profileRule,
  rules: { rule: oneOf(SIMULATOR_RULES), default: 'network' },
  faults: { rule: listOf('a list of fault rules', faultRule), default: [] },
  hostile: { rule: listOf('a list of behaviors', hostileRule), default: [] },
  port: anyPort,
  host: loopback,
  names: { rule: listOf('a list of names and addresses', nonEmptyText), default: [] },
  sandbox: sandboxTable.rule,
  // A colon would end the id in HTTP Basic (RFC 7617, section 2).
  clientId: { rule: matching(/^[^:]+$/, 'text without a colon'), default: 'pix-simulator' },
  clientSecret: valueOr([null], matching(/[^]/, 'text that is not empty; null registers none')),
  clientKey: { rule: oneOf(KEY_KINDS), default: 'ec' },
  rateLimits: {
    rule: must('true or false', (value) => typeof value === 'boolean'),
    default: true,
  },
  sellerToken: { rule: token, default: 'pix-simulator-seller' },
  scopes: choose(
    (value) => Array.isArray(value) && value.length === 0,
    must('omitted, or not empty', () => false, Array.isArray),
    listOf('a list of scopes', nonEmptyText),
  ),
  tokenLifetime: seconds({ positive: true }),
  chaves: { rule: anyOrList('a list of Pix keys', nonEmptyText), default: 'any' },
  contas: { rule: anyOrList('a list of accounts', contaRule), default: 'any' },
  convenios: { rule: anyOrList('a list of agreements', nonEmptyText), default: 'any' },
  recebedor: recebedorTable.rule,
  ispb: { rule: matching(NUMERIC_ISPB, '8 digits'), default: '99999999' },
  locationBase: text,
  locationPort: anyPort,
  refundDelay: { rule: milliseconds, default: 200 },
  processingDelay: { rule: milliseconds, default: 200 },
  webhook: webhookTable.rule,
  stateDir: nonEmptyText,
  identity: must('the identity of a simulator', isIdentity, isObject),
  console: choose(
    isObject,
    consoleTable.rule,
    must('true, false or an object such as { port: 8080 }', (value) => typeof value === 'boolean'),
  ),
});

/** The rule of the options of a simulator: also that the BR Code of the longest location can be encoded. */
const simulatorRule: OptionRule = (value, name, report) => {
  if (!table.rule(value, name, report)) return false;
  const options = value as PixSimulatorOptions;
  const { nome, cidade } = resolveRecebedor(options.recebedor);
  const named = table.resolve(options);
  const base = options.locationBase ?? buildLocationBase(toLocationHost(named), 65_535);
  try {
    encodeBrCode({ location: `${base}/cobv/${'0'.repeat(32)}`, nome, cidade });
  } catch (error) {
    report(`recebedor or locationBase does not fit a BR Code (${(error as Error).message})`);
  }
  return true;
};
