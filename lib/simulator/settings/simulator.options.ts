import type { FaultRule } from '../faults/fault.js';
import type { SimulatorQuirksName } from '../profiles/profiles.js';
import type { SimulatorQuirks } from '../profiles/quirks.js';

/** Who receives: shown in BR Codes, webhooks and payments. */
export interface SimulatorRecebedor {
  /** At most 25 characters. Default: `Loja Simulada`. */
  nome?: string;
  /** Shown beside the name on due-date charges. Default: none. */
  nomeFantasia?: string;
  /** At most 15 characters. Default: `Sao Paulo`. */
  cidade?: string;
  /** Street, number and district. Default: `Rua Simulada 100, Centro`. */
  logradouro?: string;
  /** Two letters. Default: `SP`. */
  uf?: string;
  /** Eight digits. Default: `01001000`. */
  cep?: string;
  /** 14 digits or capital letters. Default: `12345678000195`. */
  cnpj?: string;
}

/** An account of the receiver. */
export interface SimulatorConta {
  conta: string;
  /** Default: none. */
  agencia?: string;
}

export interface SimulatorWebhookOptions {
  /**
   * Milliseconds of the simulator's clock before each repetition of a delivery that was not answered with a 2xx. When
   * they are used up the delivery has failed. Default: 200, 500, 1000, 2000, 5000, then five times 10000.
   */
  retryDelays?: readonly number[];
  /** Time limit of one attempt in milliseconds. Default: 10000. */
  timeout?: number;
  /** Authorities (PEM) that may have signed a receiver's certificate, besides the simulator's own and the public ones. */
  ca?: string | readonly string[];
}

export interface PixSimulatorOptions {
  /**
   * Whose differences from the specification to show: a provider's by name, or any (`simulatorQuirks` has the named
   * ones to start from). Default: none.
   */
  quirks?: SimulatorQuirksName | SimulatorQuirks;
  /** What goes wrong from the start, and again after a reset; `control.faults` adds more. Default: nothing. */
  faults?: readonly FaultRule[];
  /** Default: 0, any free port. */
  port?: number;
  /** Address to listen on. Default: `127.0.0.1`, which only this machine reaches. */
  host?: string;
  /** Host names and addresses of its certificate, besides {@link host}, `localhost` and the loopback. Default: none. */
  names?: readonly string[];
  /** Default: `pix-simulator`. */
  clientId?: string;
  /** `null` registers the client without a secret, so that mutual TLS alone identifies it. Default: random. */
  clientSecret?: string | null;
  /** Scopes that the client may have. Default: all of the specification. */
  scopes?: readonly string[];
  /** How long an access token is good for, in seconds. Default: 3600. */
  tokenLifetime?: number;
  /** The receiver's Pix keys. Default: `any`, so that whatever key a test uses belongs to it. */
  chaves?: readonly string[] | 'any';
  /** The receiver's accounts, which recurring charges settle to. Default: `any`. */
  contas?: readonly SimulatorConta[] | 'any';
  /** Agreements under which the receiver may ask for recurrences. Default: `any`. */
  convenios?: readonly string[] | 'any';
  recebedor?: SimulatorRecebedor;
  /** ISPB of the participant that the simulator plays, 8 digits. Default: `99999999`. */
  ispb?: string;
  /**
   * Host and path, without scheme, that locations of payloads carry. Default: those of the listener that shows the
   * payloads (`127.0.0.1:54321/qr/v2`), so that a code can be followed on this machine. With another one, that host is to
   * lead there.
   */
  locationBase?: string;
  /** Port of the listener that shows the payloads of locations, without a client certificate. Default: 0, any free port. */
  locationPort?: number;
  /**
   * Milliseconds of the simulator's clock until a refund ends DEVOLVIDO. `Infinity` leaves its end to
   * `control.settleRefund`. Default: 200.
   */
  refundDelay?: number;
  /**
   * Milliseconds of the simulator's clock for each step that providers take in their own time: a batch's charges, a
   * confirmation request on its way to the payer, the scheduling of a recurring charge. Default: 200.
   */
  processingDelay?: number;
  webhook?: SimulatorWebhookOptions;
  /**
   * A folder to keep the state in: certificates, credentials, charges, payments, recurrences, webhooks with their
   * deliveries, and the clock, so that a simulator that starts there again, even after it was killed, goes on where it
   * stood. Access tokens, counts and faults are not kept. Default: none, all is forgotten.
   */
  stateDir?: string;
  /**
   * A web page to see and move the simulator with, at `consoleUrl`: plain HTTP on the loopback whatever {@link host} is,
   * on a port of its own (default: any free one). Whoever uses this machine can open it. Default: none.
   */
  console?: boolean | { port?: number };
}
