import { randomBytes } from 'node:crypto';
import { encodeBrCode } from '../../brcode/index.js';
import { ConfigurationError } from '../../errors/index.js';
import { ruleViolations } from '../faults/check-rule.js';
import type { FaultRule } from '../faults/fault.js';
import { pixScopes } from '../../providers/index.js';
import { hostInLocation, locationBaseAt } from '../kernel/addresses.js';
import { quirkFaults, quirksOf } from '../profiles/resolve-quirks.js';
import type { SimulatorQuirks } from '../profiles/quirks.js';
import type {
  PixSimulatorOptions,
  SimulatorConta,
  SimulatorRecebedor,
} from './simulator.options.js';
import { toKeyWithoutPlus } from '../../values/pix-key.js';

/** The options with their defaults, checked. */
export interface SimulatorSettings {
  readonly quirks: SimulatorQuirks;
  readonly faults: readonly FaultRule[];
  readonly port: number;
  readonly host: string;
  readonly names: readonly string[];
  readonly console: { readonly port: number } | undefined;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly scopes: readonly string[];
  readonly tokenLifetime: number;
  readonly chaves: ReadonlySet<string> | 'any';
  readonly contas: readonly SimulatorConta[] | 'any';
  readonly convenios: ReadonlySet<string> | 'any';
  readonly recebedor: Readonly<Required<Omit<SimulatorRecebedor, 'nomeFantasia'>>> & {
    readonly nomeFantasia?: string;
  };
  readonly ispb: string;
  /** Host and path, without scheme, below which locations lie. */
  readonly locationBase: string;
  readonly locationPort: number;
  readonly refundDelay: number;
  readonly processingDelay: number;
  readonly webhook: {
    readonly retryDelays: readonly number[];
    readonly timeout: number;
    readonly ca: readonly string[];
  };
}

/** {@link SimulatorSettings} before it is known where locations lie, unless an option says so. */
export type SettingsToBe = Omit<SimulatorSettings, 'locationBase'> & {
  readonly locationBase: string | undefined;
};

const RETRY_DELAYS = [200, 500, 1_000, 2_000, 5_000, 10_000, 10_000, 10_000, 10_000, 10_000];

const RECEBEDOR = {
  nome: 'Loja Simulada',
  cidade: 'Sao Paulo',
  cnpj: '12345678000195',
  logradouro: 'Rua Simulada 100, Centro',
  uf: 'SP',
  cep: '01001000',
};

/** @throws ConfigurationError that lists all that is wrong */
export function resolveSettings(options: PixSimulatorOptions): SettingsToBe {
  const { recebedor = {}, webhook = {}, chaves = 'any', convenios = 'any' } = options;
  const quirks = quirksOf(options.quirks);
  const settings: SettingsToBe = {
    quirks,
    faults: options.faults ?? [],
    port: options.port ?? 0,
    host: options.host ?? '127.0.0.1',
    names: options.names ?? [],
    console: consoleOf(options.console),
    clientId: options.clientId ?? 'pix-simulator',
    clientSecret: options.clientSecret === undefined ? defaultSecret(quirks) : options.clientSecret,
    scopes: options.scopes ?? pixScopes,
    tokenLifetime: options.tokenLifetime ?? quirks.token?.lifetime ?? 3_600,
    chaves: chaves === 'any' ? chaves : new Set(chaves.map((chave) => keyOf(quirks, chave))),
    contas: options.contas ?? 'any',
    convenios: convenios === 'any' ? convenios : new Set(convenios),
    recebedor: { ...RECEBEDOR, ...recebedor },
    ispb: options.ispb ?? '99999999',
    locationBase: options.locationBase?.replace(/(?<!\/)\/+$/, ''),
    locationPort: options.locationPort ?? 0,
    refundDelay: options.refundDelay ?? 200,
    processingDelay: options.processingDelay ?? 200,
    webhook: {
      retryDelays: webhook.retryDelays ?? quirks.webhook?.retryDelays ?? RETRY_DELAYS,
      timeout: webhook.timeout ?? 10_000,
      ca: [webhook.ca ?? []].flat(),
    },
  };
  const faults = [...faultsOf(settings)];
  if (faults.length > 0) {
    throw new ConfigurationError(`The simulator cannot start: ${faults.join('; ')}.`);
  }
  return settings;
}

/** A key as the provider knows it. */
function keyOf({ phoneKeyWithoutPlus }: SimulatorQuirks, chave: string): string {
  return phoneKeyWithoutPlus === true ? toKeyWithoutPlus(chave) : chave;
}

function consoleOf(console: PixSimulatorOptions['console']): { port: number } | undefined {
  if (console === undefined || console === false) return undefined;
  return { port: console === true ? 0 : (console.port ?? 0) };
}

function defaultSecret({ token }: SimulatorQuirks): string | null {
  return token?.noSecret === true ? null : randomBytes(24).toString('base64url');
}

function* faultsOf(settings: SettingsToBe): Generator<string> {
  const { port, locationPort, clientId, clientSecret, scopes, tokenLifetime, recebedor, ispb } =
    settings;
  const { refundDelay, processingDelay, webhook } = settings;
  for (const [name, number] of Object.entries({ port, locationPort })) {
    if (Number.isInteger(number) && number >= 0 && number <= 65_535) continue;
    yield `${name} must be a whole number from 0 to 65535`;
  }
  const consolePort = settings.console?.port ?? 0;
  if (!Number.isInteger(consolePort) || consolePort < 0 || consolePort > 65_535) {
    yield 'console.port must be a whole number from 0 to 65535';
  }
  // A colon would end the id in HTTP Basic (RFC 7617, section 2).
  if (clientId === '' || clientId.includes(':')) yield 'clientId must be text without a colon';
  if (clientSecret === '') yield 'clientSecret must not be empty; null registers none';
  if (scopes.length === 0) yield 'scopes must not be empty';
  if (!(tokenLifetime > 0)) yield 'tokenLifetime must be a positive number of seconds';
  if (!/^[0-9A-Z]{14}$/.test(recebedor.cnpj)) {
    yield 'recebedor.cnpj must be 14 digits or capital letters';
  }
  if (!/^[A-Z]{2}$/.test(recebedor.uf)) yield 'recebedor.uf must be two capital letters';
  if (!/^\d{8}$/.test(recebedor.cep)) yield 'recebedor.cep must be 8 digits';
  if (!/^\d{8}$/.test(ispb)) yield 'ispb must be 8 digits';
  if (!(refundDelay >= 0)) yield 'refundDelay must be milliseconds';
  if (!(processingDelay >= 0)) yield 'processingDelay must be milliseconds';
  if (!webhook.retryDelays.every((delay) => delay >= 0)) {
    yield 'webhook.retryDelays must be milliseconds';
  }
  if (!(webhook.timeout > 0)) yield 'webhook.timeout must be a positive number of milliseconds';
  yield* brCodeFaults(settings);
  yield* quirkFaults(settings.quirks);
  for (const [position, rule] of settings.faults.entries()) {
    for (const { razao } of ruleViolations({ ...rule })) {
      yield `faults[${position}]: ${razao ?? ''}`;
    }
  }
}

/** Whatever would keep a charge's BR Code from being made is better known before the first charge. */
function* brCodeFaults({ recebedor, locationBase, ...named }: SettingsToBe): Generator<string> {
  const base = locationBase ?? locationBaseAt(hostInLocation(named), 65_535);
  const longest = `${base}/cobv/${'0'.repeat(32)}`;
  try {
    encodeBrCode({ location: longest, nome: recebedor.nome, cidade: recebedor.cidade });
  } catch (error) {
    yield `recebedor or locationBase does not fit a BR Code (${(error as Error).message})`;
  }
}
