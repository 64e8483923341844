import { randomBytes } from 'node:crypto';
import { pixScopes } from 'nestjs-pix';
import { applyDefaults, OptionChecker } from 'nestjs-pix/internal';
import { removeTrailingSlashes, toKeyWithoutPlus } from 'nestjs-pix/spec';
import { listOwnScopes } from '../profiles/paths.js';
import type { SimulatorQuirks } from '../profiles/quirks.js';
import { resolveQuirks } from '../profiles/resolve-quirks.js';
import { checkSettings } from './check-settings.js';
import type { PixSimulatorOptions, SimulatorWebhookOptions } from './simulator.options.js';
import { simulatorRule } from './simulator.rules.js';
import type { PreliminarySettings, SimulatorSettings } from './simulator.settings.js';

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
  const quirks = resolveQuirks(options.quirks);
  const settings: PreliminarySettings = {
    ...chosen,
    quirks,
    scopes: options.scopes ?? [...pixScopes, ...listOwnScopes(quirks)],
    console: resolveConsole(options.console),
    sandbox: options.sandbox && applyDefaults(options.sandbox, { token: '', port: 0 }),
    clientSecret: options.clientSecret === undefined ? defaultSecret(quirks) : options.clientSecret,
    tokenLifetime: options.tokenLifetime ?? quirks.token?.lifetime ?? 3_600,
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
  quirks: SimulatorQuirks,
  { retryDelays, timeout = 10_000, ca = [] }: SimulatorWebhookOptions = {},
): SimulatorSettings['webhook'] {
  return {
    retryDelays: retryDelays ?? quirks.webhook?.retryDelays ?? RETRY_DELAYS,
    timeout,
    ca: [ca].flat(),
  };
}

/** Converts a key to the provider's form. */
function toProviderKey({ phoneKeyWithoutPlus }: SimulatorQuirks, chave: string): string {
  return phoneKeyWithoutPlus === true ? toKeyWithoutPlus(chave) : chave;
}

function resolveConsole(console: PixSimulatorOptions['console']): PreliminarySettings['console'] {
  if (console === undefined || console === false) return undefined;
  const { port = 0, host = DEFAULTS.host } = console === true ? {} : console;
  return { port, host };
}

function defaultSecret({ token }: SimulatorQuirks): string | null {
  return token?.noSecret === true ? null : randomBytes(24).toString('base64url');
}
