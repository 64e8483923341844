import type { IncomingMessage, ServerResponse } from 'node:http';
import { payloadOperations } from 'nestjs-pix/spec';
import { ApiEndpoint } from '../api/api-endpoint.js';
import { ResponseFaults } from '../api/fault-injection/response-faults.js';
import { payloadHandlers } from '../api/handlers/payload.handlers.js';
import { checkFilter, handleWith } from '../api/pipeline/stages.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import { Dispatcher, type Endpoint } from '../http/dispatcher.js';
import { jsonReply } from '../http/reply.js';
import { SimulatorServer } from '../http/simulator-server.js';
import {
  toLocationHost,
  toUrlHost,
  buildLocationBase,
  listServerNames,
} from '../kernel/addresses.js';
import type { CertificateAuthority } from '../kernel/certificates/certificate-authority.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { PreliminarySettings } from '../settings/simulator.settings.js';
import { PayloadSigner } from './payload-signer.js';

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
