import type { PixProviderName } from 'nestjs-pix';
import type { FaultRule } from '../faults/rules.js';
import type { HostileBehavior } from '../hostile/hostile-bank.js';
import type { KeyKind, PemCertificate } from '../kernel/certificates.js';
import type { SimulatedProfile } from '../profiles/profile.js';

/** The user who receives payments. Shown in BR Codes, webhooks and payments. */
export interface SimulatorRecebedor {
  /** At most 25 characters. Default: `Loja Simulada`. */
  nome?: string;
  /** Trade name, shown on due-date charges. Default: none. */
  nomeFantasia?: string;
  /** City, at most 15 characters. Default: `Sao Paulo`. */
  cidade?: string;
  /** Street, number and district. Default: `Rua Simulada 100, Centro`. */
  logradouro?: string;
  /** State, two letters. Default: `SP`. */
  uf?: string;
  /** Postal code, eight digits. Default: `01001000`. */
  cep?: string;
  /** 14 digits or capital letters. Default: `12345678000195`. */
  cnpj?: string;
}

/** An account of the receiver. */
export interface SimulatorConta {
  /** Account number. */
  conta: string;
  /** Branch number. Default: none. */
  agencia?: string;
}

export interface SimulatorWebhookOptions {
  /**
   * Milliseconds of the simulator's clock before each further attempt of a delivery that did not receive a 2xx. After
   * the last attempt the delivery has failed. Default: 200, 500, 1000, 2000, 5000, then five times 10000.
   */
  retryDelays?: readonly number[];
  /** Time limit of one attempt in milliseconds. Default: 10000. */
  timeout?: number;
  /**
   * Certificates (PEM) of authorities that are trusted to sign a receiver's certificate, in addition to the simulator's
   * authority and the public ones. Default: none.
   */
  ca?: string | readonly string[];
}

/** The values of the option `rules`. */
export const SIMULATOR_RULES = ['network', 'specification'] as const;

/**
 * The rules of Pix Automático that a simulator applies. `network` adds those of the network to those of the
 * specification (docs/interface.md#network-rules).
 */
export type SimulatorRules = (typeof SIMULATOR_RULES)[number];

/**
 * The web page of a simulator. Everyone who reaches it can control the simulator, without a certificate. On an address
 * that is not loopback it requires the random token in `consoleUrl`.
 */
export interface SimulatorConsoleOptions {
  /** Port to listen on. Default: 0, any free port. */
  port?: number;
  /**
   * Address to listen on. Default: `127.0.0.1`, which only this machine can reach, for any value of
   * {@link PixSimulatorOptions.host}. `0.0.0.0` is for a container that publishes the port, under the same number, to the
   * loopback interface of its machine. The page answers to `localhost` and to its own address.
   */
  host?: string;
  /**
   * Address of the page of a record in the application under test, with `{id}` for the txid or the idRec:
   * `http://localhost:3000/pix/{id}`. Records in the console then have a link to it. Default: none.
   */
  applicationUrl?: string;
}

/** A sandbox with a fixed token, as some banks have. */
export interface SimulatorSandboxOptions {
  /** The bearer token of every call: visible ASCII characters. */
  token: string;
  /** Port to listen on. Default: 0, any free port. */
  port?: number;
}

export interface PixSimulatorOptions {
  /**
   * Provider to simulate: the name of a built-in provider, a profile, or some fields of one. Default: none, the simulator
   * follows the specification.
   */
  quirks?: PixProviderName | SimulatedProfile;
  /**
   * Rules of Pix Automático: those of the network, which banks apply, or only those of the specification. Default:
   * `network`.
   */
  rules?: SimulatorRules;
  /** Faults that apply from the start, and again after a reset. `control.faults` adds more. Default: none. */
  faults?: readonly FaultRule[];
  /**
   * Habits of real banks that a client must withstand: `['strict-put', { kind: 'short-lists', rate: 0.5 }]`. They apply from
   * the start, and again after a reset. `control.hostile` changes them. Default: none.
   */
  hostile?: readonly HostileBehavior[];
  /** Port to listen on. Default: 0, any free port. */
  port?: number;
  /** Address to listen on. Default: `127.0.0.1`, which only this machine can reach. */
  host?: string;
  /**
   * Further host names and addresses in the server certificate, in addition to {@link host}, `localhost` and the
   * loopback addresses. Default: none.
   */
  names?: readonly string[];
  /**
   * Serves the API at a second address too, `sandboxUrl`, as a sandbox with a fixed token: without mutual TLS, token
   * endpoint and control API. Everyone who reaches {@link host} and knows the token can call it. Default: none.
   */
  sandbox?: SimulatorSandboxOptions;
  /** Client id for the token endpoint, without a colon. Default: `pix-simulator`. */
  clientId?: string;
  /** `null` registers the client without a secret: only mutual TLS identifies it. Default: random. */
  clientSecret?: string | null;
  /**
   * Kind of the key of the client certificate: `ec` (P-256), or `rsa` (2048 bits), as most banks issue, which takes some
   * tenths of a second to create. Default: `ec`; `nestjs-pix simulator`: `rsa`.
   */
  clientKey?: KeyKind;
  /**
   * Whether calls and tokens are limited as the bank of {@link quirks} limits them, with 429. Default: `true`.
   */
  rateLimits?: boolean;
  /**
   * Token of the seller, which pays charges in a simulated sandbox that has such a token, as PagBank's. Visible ASCII
   * characters. Default: `pix-simulator-seller`.
   */
  sellerToken?: string;
  /** Scopes that the client may request. Default: all scopes of the specification and of the provider's own operations. */
  scopes?: readonly string[];
  /** Lifetime of an access token in seconds. Default: 3600, or the provider's. */
  tokenLifetime?: number;
  /** The receiver's Pix keys. Default: `any`, every key belongs to the receiver. */
  chaves?: readonly string[] | 'any';
  /** The receiver's accounts for the settlement of recurring charges. Default: `any`. */
  contas?: readonly SimulatorConta[] | 'any';
  /** Agreements that the receiver may use in recurrences. Default: `any`. */
  convenios?: readonly string[] | 'any';
  /** The user who receives payments. */
  recebedor?: SimulatorRecebedor;
  /** ISPB of the simulated participant, 8 digits. Default: `99999999`. */
  ispb?: string;
  /**
   * Host and path of payload locations, without scheme. Default: those of the listener that serves the payloads
   * (`127.0.0.1:54321/qr/v2`), so that a code can be read on this machine. Another host must forward to that listener.
   */
  locationBase?: string;
  /** Port of the listener that serves payloads, without client certificates. Default: 0, any free port. */
  locationPort?: number;
  /**
   * Milliseconds of the simulator's clock until a refund becomes DEVOLVIDO. With `Infinity`, refunds end only by
   * `control.settleRefund`. Default: 200.
   */
  refundDelay?: number;
  /**
   * Milliseconds of the simulator's clock for each asynchronous step of a provider: the charges of a batch, the
   * delivery of a confirmation request to the payer, the scheduling of a recurring charge. Default: 200.
   */
  processingDelay?: number;
  /** Options of webhook deliveries. */
  webhook?: SimulatorWebhookOptions;
  /**
   * Folder to persist the state in: certificates, credentials, charges, payments, recurrences, webhooks with their
   * deliveries, and the clock. A simulator that starts with the same folder continues from there, even after SIGKILL.
   * Access tokens, counts and faults are not persisted. A second process of the machine on the folder is refused, also
   * one in another container, by a socket in the folder. If the folder cannot hold a socket, no process is refused, and a warning says so.
   * Default: none, the state is only in memory.
   */
  stateDir?: string;
  /**
   * Certificates and credentials of an earlier simulator, its `identity`, so that its clients need no new ones. With
   * {@link stateDir}, those in the folder apply. Default: new ones.
   */
  identity?: SimulatorIdentity;
  /**
   * Whether to serve a web page to inspect and control the simulator, at `consoleUrl`: plain HTTP on its own port.
   * Default: `false`; with `true`, any free port of the loopback interface.
   */
  console?: boolean | SimulatorConsoleOptions;
}

/** Certificates and credentials that are kept between starts. Contains private keys. */
export interface SimulatorIdentity {
  /** `null`: the client has none. Default: as without an identity. */
  clientSecret?: string | null | undefined;
  /** Port of the locations listener, so that existing locations stay valid. */
  locationPort: number;
  authority: PemCertificate;
  client: PemCertificate;
  webhook: PemCertificate;
}

/** Options whose form differs after their resolution. */
type Resolved =
  | 'identity'
  | 'quirks'
  | 'rateLimits'
  | 'console'
  | 'sandbox'
  | 'chaves'
  | 'convenios'
  | 'recebedor'
  | 'webhook'
  | 'stateDir';

/** The options after validation, with defaults. */
export interface SimulatorSettings extends Readonly<Required<Omit<PixSimulatorOptions, Resolved>>> {
  readonly quirks: SimulatedProfile;
  readonly console:
    | (Readonly<Required<Omit<SimulatorConsoleOptions, 'applicationUrl'>>> &
        Readonly<Pick<SimulatorConsoleOptions, 'applicationUrl'>>)
    | undefined;
  readonly sandbox: Readonly<Required<SimulatorSandboxOptions>> | undefined;
  readonly chaves: ReadonlySet<string> | 'any';
  readonly convenios: ReadonlySet<string> | 'any';
  readonly recebedor: Readonly<Required<Omit<SimulatorRecebedor, 'nomeFantasia'>>> &
    Pick<SimulatorRecebedor, 'nomeFantasia'>;
  readonly webhook: Readonly<Required<Omit<SimulatorWebhookOptions, 'ca'>>> & {
    readonly ca: readonly string[];
  };
}

/**
 * {@link SimulatorSettings} before the listener of locations is open: `locationBase` is set only if an option sets it.
 */
export type PreliminarySettings = Omit<SimulatorSettings, 'locationBase'> & {
  readonly locationBase: string | undefined;
};
