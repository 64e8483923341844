import { randomBytes, X509Certificate } from 'node:crypto';
import { encodeBrCode, pixScopes } from 'nestjs-pix';
import {
  anything,
  applyDefaults,
  choose,
  CNPJ,
  isObject,
  listOf,
  must,
  nonEmptyText,
  numeric,
  objectOf,
  oneOf,
  OptionChecker,
  text,
  valueOr,
  type OptionRule,
} from 'nestjs-pix/internal';
import { NUMERIC_ISPB, removeTrailingSlashes, toKeyWithoutPlus } from 'nestjs-pix/spec';
import { ruleViolations, type FaultRule } from '../faults/rules.js';
import { HOSTILE_KINDS, isHostileBehavior } from '../hostile/hostile-bank.js';
import { buildLocationBase, toLocationHost } from '../kernel/addresses.js';
import {
  checkProfile,
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
  type SimulatorRecebedor,
  type SimulatorSandboxOptions,
  type SimulatorSettings,
  type SimulatorWebhookOptions,
} from './options.js';

const OWNER = 'The simulator cannot start';

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
  sellerToken: 'pix-simulator-seller',
  chaves: 'any',
  contas: 'any',
  convenios: 'any',
  ispb: '99999999',
  locationPort: 0,
  refundDelay: 200,
  processingDelay: 200,
} as const satisfies PixSimulatorOptions;

/**
 * Checks the names and types of the options, so that other functions may read them.
 *
 * @throws ConfigurationError that lists all problems
 */
export function checkOptions(options: unknown): void {
  const checker = new OptionChecker(OWNER);
  checker.shape(options, simulatorRule);
  checker.throwIfAny();
}

/** Resolves the defaults of the options and validates them. @throws ConfigurationError that lists all problems */
export function resolveSimulatorSettings(options: PixSimulatorOptions): PreliminarySettings {
  const { chaves, convenios, ...chosen } = applyDefaults(options, DEFAULTS);
  const quirks = resolveProfile(options.quirks);
  const settings: PreliminarySettings = {
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
    recebedor: { ...RECEBEDOR, ...options.recebedor },
    locationBase: options.locationBase && removeTrailingSlashes(options.locationBase),
    webhook: resolveWebhook(quirks, options.webhook),
  };
  const checker = new OptionChecker(OWNER);
  checkSettings(settings, checker);
  checker.throwIfAny();
  return settings;
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
  const { port = 0, host = DEFAULTS.host } = console === true ? {} : console;
  return { port, host };
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

const hostileRule = must(
  `${HOSTILE_KINDS.join(', ')}, or { kind, rate } with a rate from 0 to 1`,
  isHostileBehavior,
);

const webhookRule = objectOf<SimulatorWebhookOptions>({
  retryDelays: listOf('a list of milliseconds', numeric),
  timeout: numeric,
  ca: certificates,
});

const recebedorRule = objectOf<SimulatorRecebedor>({
  nome: text,
  nomeFantasia: text,
  cidade: text,
  logradouro: text,
  uf: text,
  cep: text,
  cnpj: text,
});

const contaRule: OptionRule = (value, name, report) => {
  if (!contaMembers(value, name, report)) return false;
  return nonEmptyText((value as SimulatorConta).conta, `${name}.conta`, report);
};

const contaMembers = objectOf<SimulatorConta>({ conta: anything, agencia: text });

/** The rule of the options of a simulator. */
const simulatorRule = objectOf<PixSimulatorOptions>({
  quirks: profileRule,
  rules: oneOf(SIMULATOR_RULES),
  faults: listOf('a list of fault rules', anything),
  hostile: listOf('a list of behaviors', hostileRule),
  port: numeric,
  host: nonEmptyText,
  names: listOf('a list of names and addresses', nonEmptyText),
  sandbox: objectOf<SimulatorSandboxOptions>({ token: text, port: numeric }),
  clientId: text,
  clientSecret: valueOr([null], text),
  sellerToken: text,
  scopes: listOf('a list of scopes', nonEmptyText),
  tokenLifetime: numeric,
  chaves: anyOrList('a list of Pix keys', nonEmptyText),
  contas: anyOrList('a list of accounts', contaRule),
  convenios: anyOrList('a list of agreements', nonEmptyText),
  recebedor: recebedorRule,
  ispb: text,
  locationBase: text,
  locationPort: numeric,
  refundDelay: numeric,
  processingDelay: numeric,
  webhook: webhookRule,
  stateDir: nonEmptyText,
  console: choose(
    isObject,
    objectOf<SimulatorConsoleOptions>({ port: numeric, host: nonEmptyText }),
    must('true, false or an object such as { port: 8080 }', (value) => typeof value === 'boolean'),
  ),
});

/** Adds all problems of the settings. */
function checkSettings(settings: PreliminarySettings, checker: OptionChecker): void {
  checkPorts(settings, checker);
  checkClient(settings, checker);
  checkReceiver(settings, checker);
  checkTimes(settings, checker);
  checkBrCode(settings, checker);
  checkProfile(settings.quirks, checker);
  checkFaults(settings.faults, checker);
}

function checkPorts(
  { port, locationPort, console, sandbox }: PreliminarySettings,
  checker: OptionChecker,
): void {
  const ports = {
    port,
    locationPort,
    'console.port': console?.port ?? 0,
    'sandbox.port': sandbox?.port ?? 0,
  };
  for (const [name, number] of Object.entries(ports)) {
    checker.integer(name, number, { min: 0, max: 65_535 });
  }
}

/** Characters of a bearer token in a header. */
const TOKEN = /^[\x21-\x7e]+$/;

function checkClient(settings: PreliminarySettings, checker: OptionChecker): void {
  const { clientId, clientSecret, scopes, tokenLifetime, sandbox, sellerToken } = settings;
  // A colon would end the id in HTTP Basic (RFC 7617, section 2).
  checker.require(
    clientId !== '' && !clientId.includes(':'),
    'clientId must be text without a colon',
  );
  checker.require(clientSecret !== '', 'clientSecret must not be empty; null registers none');
  checker.require(
    sandbox === undefined || TOKEN.test(sandbox.token),
    'sandbox.token must be visible ASCII characters without spaces',
  );
  checker.require(
    TOKEN.test(sellerToken),
    'sellerToken must be visible ASCII characters without spaces',
  );
  checker.require(scopes.length > 0, 'scopes must not be empty');
  checker.seconds('tokenLifetime', tokenLifetime, { positive: true });
}

function checkReceiver({ recebedor, ispb }: PreliminarySettings, checker: OptionChecker): void {
  const { cnpj, uf, cep } = recebedor;
  checker.require(CNPJ.test(cnpj), 'recebedor.cnpj must be 14 digits or capital letters');
  checker.require(/^[A-Z]{2}$/.test(uf), 'recebedor.uf must be two capital letters');
  checker.require(/^\d{8}$/.test(cep), 'recebedor.cep must be 8 digits');
  checker.require(NUMERIC_ISPB.test(ispb), 'ispb must be 8 digits');
}

/** Times of the simulator's clock, where `Infinity` means never. */
function checkTimes(settings: PreliminarySettings, checker: OptionChecker): void {
  const { refundDelay, processingDelay, webhook } = settings;
  checker.require(refundDelay >= 0, 'refundDelay must be milliseconds');
  checker.require(processingDelay >= 0, 'processingDelay must be milliseconds');
  checker.require(
    webhook.retryDelays.every((delay) => delay >= 0),
    'webhook.retryDelays must be milliseconds',
  );
  checker.require(webhook.timeout > 0, 'webhook.timeout must be a positive number of milliseconds');
}

/** Checks at the start that the BR Code of the longest location can be encoded. */
function checkBrCode(
  { recebedor, locationBase, ...named }: PreliminarySettings,
  checker: OptionChecker,
): void {
  const base = locationBase ?? buildLocationBase(toLocationHost(named), 65_535);
  const longest = `${base}/cobv/${'0'.repeat(32)}`;
  try {
    encodeBrCode({ location: longest, nome: recebedor.nome, cidade: recebedor.cidade });
  } catch (error) {
    checker.add(`recebedor or locationBase does not fit a BR Code (${(error as Error).message})`);
  }
}

function checkFaults(faults: readonly FaultRule[], checker: OptionChecker): void {
  for (const [position, rule] of faults.entries()) {
    for (const { razao } of ruleViolations({ ...rule })) {
      checker.add(`faults[${position}]: ${razao}`);
    }
  }
}
