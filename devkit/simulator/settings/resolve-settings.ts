import { randomBytes, X509Certificate } from 'node:crypto';
import { encodeBrCode, pixScopes } from 'nestjs-pix';
import {
  applyDefaults,
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

const RECEBEDOR = {
  nome: 'Loja Simulada',
  cidade: 'Sao Paulo',
  cnpj: '12345678000195',
  logradouro: 'Rua Simulada 100, Centro',
  uf: 'SP',
  cep: '01001000',
};

const DEFAULTS = {
  rules: 'network',
  faults: [],
  hostile: [],
  port: 0,
  host: '127.0.0.1',
  names: [],
  clientId: 'pix-simulator',
  clientKey: 'ec',
  sellerToken: 'pix-simulator-seller',
  chaves: 'any',
  contas: 'any',
  convenios: 'any',
  ispb: '99999999',
  locationPort: 0,
  refundDelay: 200,
  processingDelay: 200,
} as const satisfies PixSimulatorOptions;

/** Checks the options. @throws ConfigurationError that lists all problems */
export function checkOptions(options: unknown): void {
  const checker = new OptionChecker('The simulator cannot start');
  checker.shape(options, simulatorRule);
  checker.throwIfAny();
}

/** Resolves the defaults of options that were checked. */
export function resolveSimulatorSettings(options: PixSimulatorOptions): PreliminarySettings {
  const { chaves, convenios, ...chosen } = applyDefaults(options, DEFAULTS);
  const profile = resolveProfile(options.quirks);
  const { rateLimits, ...unlimited } = profile;
  const quirks = options.rateLimits === false ? unlimited : profile;
  return {
    ...chosen,
    quirks,
    scopes: options.scopes ?? [...pixScopes, ...listOwnScopes(quirks)],
    console: resolveConsole(options.console),
    sandbox: options.sandbox && applyDefaults(options.sandbox, { token: '', port: 0 }),
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
  return { ...recebedor, ...applyDefaults(recebedor, RECEBEDOR) };
}

function resolveWebhook(
  quirks: SimulatedProfile,
  { retryDelays, timeout = 10_000, ca = [] }: SimulatorWebhookOptions = {},
): SimulatorSettings['webhook'] {
  return {
    retryDelays: retryDelays ?? quirks.server?.webhook?.retryDelays ?? RETRY_DELAYS,
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
  return { ...options, ...applyDefaults(options, { port: 0, host: DEFAULTS.host }) };
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

const sandboxRule = objectOf<SimulatorSandboxOptions>({ token, port }, 'an object', {
  required: ['token'],
});

const webhookRule = objectOf<SimulatorWebhookOptions>({
  retryDelays: listOf('a list of milliseconds', milliseconds),
  timeout: must(
    'a positive number of milliseconds',
    (value) => isNumber(value) && value > 0,
    isNumber,
  ),
  ca: certificates,
});

const recebedorRule = objectOf<SimulatorRecebedor>({
  nome: text,
  nomeFantasia: text,
  cidade: text,
  logradouro: text,
  uf: matching(/^[A-Z]{2}$/, 'two capital letters'),
  cep: matching(/^\d{8}$/, '8 digits'),
  cnpj: matching(CNPJ, '14 digits or capital letters'),
});

const faultRule: OptionRule = (value, name, report) => {
  for (const { razao } of ruleViolations({ ...(value as object) })) report(`${name}: ${razao}`);
  return true;
};

const applicationUrl = matching(
  /^https?:\/\/[^\s/{}]+\/[^\s{}]*\{id\}[^\s{}]*$/,
  'an http or https address with {id}, such as http://localhost:3000/pix/{id}',
);

const optionsRule = objectOf<PixSimulatorOptions>({
  quirks: profileRule,
  rules: oneOf(SIMULATOR_RULES),
  faults: listOf('a list of fault rules', faultRule),
  hostile: listOf('a list of behaviors', hostileRule),
  port,
  host: nonEmptyText,
  names: listOf('a list of names and addresses', nonEmptyText),
  sandbox: sandboxRule,
  // A colon would end the id in HTTP Basic (RFC 7617, section 2).
  clientId: matching(/^[^:]+$/, 'text without a colon'),
  clientSecret: valueOr([null], matching(/[^]/, 'text that is not empty; null registers none')),
  clientKey: oneOf(KEY_KINDS),
  rateLimits: must('true or false', (value) => typeof value === 'boolean'),
  sellerToken: token,
  scopes: choose(
    (value) => Array.isArray(value) && value.length === 0,
    must('omitted, or not empty', () => false, Array.isArray),
    listOf('a list of scopes', nonEmptyText),
  ),
  tokenLifetime: seconds({ positive: true }),
  chaves: anyOrList('a list of Pix keys', nonEmptyText),
  contas: anyOrList('a list of accounts', contaRule),
  convenios: anyOrList('a list of agreements', nonEmptyText),
  recebedor: recebedorRule,
  ispb: matching(NUMERIC_ISPB, '8 digits'),
  locationBase: text,
  locationPort: port,
  refundDelay: milliseconds,
  processingDelay: milliseconds,
  webhook: webhookRule,
  stateDir: nonEmptyText,
  identity: must('the identity of a simulator', isIdentity, isObject),
  console: choose(
    isObject,
    objectOf<SimulatorConsoleOptions>({ port, host: nonEmptyText, applicationUrl }),
    must('true, false or an object such as { port: 8080 }', (value) => typeof value === 'boolean'),
  ),
});

/** The rule of the options of a simulator: also that the BR Code of the longest location can be encoded. */
const simulatorRule: OptionRule = (value, name, report) => {
  if (!optionsRule(value, name, report)) return false;
  const options = value as PixSimulatorOptions;
  const { nome, cidade } = resolveRecebedor(options.recebedor);
  const named = applyDefaults(options, DEFAULTS);
  const base = options.locationBase ?? buildLocationBase(toLocationHost(named), 65_535);
  try {
    encodeBrCode({ location: `${base}/cobv/${'0'.repeat(32)}`, nome, cidade });
  } catch (error) {
    report(`recebedor or locationBase does not fit a BR Code (${(error as Error).message})`);
  }
  return true;
};
