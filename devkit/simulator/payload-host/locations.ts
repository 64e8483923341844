import { createHash, createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { calculateJwkThumbprint, CompactSign, type JWK } from 'jose';
import { payloadOperations } from 'nestjs-pix/spec';
import { ApiEndpoint } from '../api/endpoints.js';
import { payloadHandlers } from '../api/handlers/charge.handlers.js';
import { checkFilter, handleWith } from '../api/pipeline.js';
import { ResponseFaults } from '../api/response-faults.js';
import type { SimulatorState } from '../domain/state.js';
import { SimulatorProblem } from '../families/problems.js';
import { Dispatcher, type Endpoint } from '../http/dispatcher.js';
import { jsonReply } from '../http/messages.js';
import { SimulatorServer } from '../http/server.js';
import {
  buildLocationBase,
  listServerNames,
  toLocationHost,
  toUrlHost,
} from '../kernel/addresses.js';
import type { CertificateAuthority, PemCertificate } from '../kernel/certificates.js';
import type { PreliminarySettings } from '../settings/options.js';

/**
 * The listener that serves the payloads of locations: HTTPS without client certificate and token,
 * because payloads are public (specification, tag CobPayload). It is separate from the listener of
 * the API, which requires a client certificate.
 */
export class Locations {
  #dispatcher: Dispatcher | undefined;

  private constructor(
    private readonly server: SimulatorServer,
    /** Host and path of locations, without scheme. */
    readonly base: string,
    /**
     * Address of the listener. It differs from {@link base} if the option `locationBase` is set.
     */
    readonly url: string,
  ) {}

  /** Starts to listen. Rejects with Node's error (`EADDRINUSE`, …) if it cannot. */
  static async listen(
    authority: CertificateAuthority,
    settings: PreliminarySettings,
  ): Promise<Locations> {
    const holder: { locations?: Locations } = {};
    const server = await SimulatorServer.listen({
      host: settings.host,
      port: settings.locationPort,
      certificate: await authority.issueServer({ names: listServerNames(settings) }),
      handle: (request, response) => {
        const { locations } = holder;
        if (locations) locations.#handle(request, response);
      },
    });
    const base = settings.locationBase ?? buildLocationBase(toLocationHost(settings), server.port);
    const url = `https://${toUrlHost(settings.host)}:${server.port}${getPath(base)}`;
    return (holder.locations = new Locations(server, base, url));
  }

  get port(): number {
    return this.server.port;
  }

  /** Address of the key set that verifies the payloads. */
  get keySetUrl(): string {
    return `https://${this.base}/jwks.json`;
  }

  /** Serves the payloads of a state. Before this call, requests receive no response. */
  async serve(
    state: SimulatorState,
    authority: CertificateAuthority,
    onDefect: (error: unknown) => void,
  ): Promise<void> {
    const certificate = await authority.issueSigner();
    const signer = await PayloadSigner.create(certificate, authority.certificate);
    const path = getPath(this.base);
    this.#dispatcher = new Dispatcher(
      [
        [`${path}/jwks.json`, keySetEndpoint(signer)],
        [path, this.#lookUps(state, signer)],
      ],
      onDefect,
      (request) => state.requests.begin(request),
    );
  }

  close(): Promise<void> {
    return this.server.close();
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    this.#dispatcher?.handle(request, response);
  }

  #lookUps(state: SimulatorState, signer: PayloadSigner): Endpoint {
    const { faults, tokens, stats, runtime } = state;
    const quirks = {};
    return new ApiEndpoint({
      operations: Object.values(payloadOperations),
      handlers: payloadHandlers(state, (payload) => signer.sign(payload, this.keySetUrl)),
      stages: [checkFilter(), handleWith(state)],
      stats,
      faults: new ResponseFaults(faults, tokens, quirks, runtime),
      quirks,
    });
  }
}

function getPath(base: string): string {
  return new URL(`https://${base}`).pathname.replace(/\/$/, '');
}

function keySetEndpoint({ keySet }: PayloadSigner): Endpoint {
  const reply = jsonReply(200, keySet, {}, 'application/jwk-set+json');
  return {
    handle: ({ method }) =>
      method === 'GET'
        ? Promise.resolve(reply)
        : Promise.reject(new SimulatorProblem('MetodoNaoPermitido', { headers: { allow: 'GET' } })),
  };
}

const ALGORITHM = 'ES256';

/**
 * Signs payloads as JWS with a key that is published with its certificates (BCB, Manual de
 * Segurança do Pix, QR Codes dinâmicos; RFC 7515, RFC 7517). `jku` is the address of the key set on
 * the location's host; `kid` and `x5t` identify the key.
 */
class PayloadSigner {
  private constructor(
    private readonly key: KeyObject,
    private readonly header: Readonly<Record<'kid' | 'x5t' | 'x5t#S256', string>>,
    /** The key set to publish. */
    readonly keySet: { readonly keys: readonly JWK[] },
  ) {}

  /**
   * @param authority certificate of the authority that issued the signer's certificate, as PEM text
   */
  static async create({ cert, key }: PemCertificate, authority: string): Promise<PayloadSigner> {
    const chain = [cert, authority].map((pem) => new X509Certificate(pem));
    const [own] = chain as [X509Certificate];
    const jwk = own.publicKey.export({ format: 'jwk' }) as JWK;
    const header = {
      kid: await calculateJwkThumbprint(jwk),
      x5t: thumbprint('sha1', own),
      'x5t#S256': thumbprint('sha256', own),
    };
    const published: JWK = {
      ...jwk,
      ...header,
      use: 'sig',
      alg: ALGORITHM,
      x5c: chain.map(({ raw }) => raw.toString('base64')),
    };
    return new PayloadSigner(createPrivateKey(key), header, { keys: [published] });
  }

  /** Signs a payload. @returns a compact JWS */
  sign(payload: object, jku: string): Promise<string> {
    return new CompactSign(Buffer.from(JSON.stringify(payload)))
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWS', jku, ...this.header })
      .sign(this.key);
  }
}

function thumbprint(algorithm: string, { raw }: X509Certificate): string {
  return createHash(algorithm).update(raw).digest('base64url');
}
