import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CertificateAuthority } from '../kernel/certificates/certificate-authority.js';
import { payloadOperations } from '../../contract/payload/payload.operations.js';
import { AnswerFaults } from '../api/fault-injection/answer-faults.js';
import { ApiEndpoint } from '../api/api-endpoint.js';
import { Dispatcher } from '../http/dispatcher.js';
import type { Endpoint } from '../http/dispatcher.js';
import { jsonReply } from '../http/reply.js';
import { SimulatorServer } from '../http/simulator-server.js';
import { checkFilter, handleWith } from '../api/pipeline/stages.js';
import {
  toLocationHost,
  toUrlHost,
  buildLocationBase,
  listServerNames,
} from '../kernel/addresses.js';
import { SimulatorProblem } from '../problems/simulator-problem.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import type { PreliminarySettings } from '../settings/simulator.settings.js';
import { payloadHandlers } from '../api/handlers/payload.handlers.js';
import { PayloadSigner } from './payload-signer.js';

/**
 * The listener that locations lead to: HTTPS without a client certificate and without a token, since anyone who has an
 * address may read what it shows (specification, tag CobPayload). It is apart from the API's, which lets nobody in who has
 * no certificate.
 */
export class Locations {
  private dispatcher: Dispatcher | undefined;

  private constructor(
    private readonly server: SimulatorServer,
    /** Host and path, without scheme, that locations carry. */
    readonly base: string,
    /** The listener's own address, which is another one where an option says what locations carry. */
    readonly url: string,
  ) {}

  /** Rejects with Node's error (`EADDRINUSE`, …) when it cannot listen. */
  static async listen(
    authority: CertificateAuthority,
    settings: PreliminarySettings,
  ): Promise<Locations> {
    const holder: { locations?: Locations } = {};
    const server = await SimulatorServer.listen({
      host: settings.host,
      port: settings.locationPort,
      certificate: await authority.issueServer({ names: listServerNames(settings) }),
      handle: (request, response) => holder.locations?.handle(request, response),
    });
    const base = settings.locationBase ?? buildLocationBase(toLocationHost(settings), server.port);
    const url = `https://${toUrlHost(settings.host)}:${server.port}${pathOf(base)}`;
    return (holder.locations = new Locations(server, base, url));
  }

  get port(): number {
    return this.server.port;
  }

  /** Address of the key set that payloads are verified with. */
  get keySetUrl(): string {
    return `https://${this.base}/jwks.json`;
  }

  /** Shows what a state has, from now on. */
  async serve(
    state: SimulatorState,
    authority: CertificateAuthority,
    onDefect: (error: unknown) => void,
  ): Promise<void> {
    const certificate = await authority.issueSigner();
    const signer = await PayloadSigner.create(certificate, authority.certificate);
    const path = pathOf(this.base);
    this.dispatcher = new Dispatcher(
      [
        [`${path}/jwks.json`, keySetEndpoint(signer)],
        [path, this.lookUps(state, signer)],
      ],
      onDefect,
    );
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    this.dispatcher?.handle(request, response);
  }

  private lookUps(state: SimulatorState, signer: PayloadSigner): Endpoint {
    const { faults, tokens, stats, runtime } = state;
    const quirks = {};
    return new ApiEndpoint({
      operations: Object.values(payloadOperations),
      handlers: payloadHandlers(state, (payload) => signer.sign(payload, this.keySetUrl)),
      stages: [checkFilter(), handleWith(state)],
      stats,
      faults: new AnswerFaults(faults, tokens, quirks, runtime),
      quirks,
    });
  }
}

function pathOf(base: string): string {
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
