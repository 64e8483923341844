import type { PixAgent, PixTrust } from './agent.js';
import { createPixAgent, type AgentOptions } from './create-agent.js';

/**
 * The agent of a client whose certificate can be renewed. Each certificate has its own agent, because
 * connections and TLS sessions that were made with one certificate keep identifying the client by it.
 */
export class ReplaceableAgent {
  #current: PixAgent;
  #retired = false;
  /** Earlier agents whose requests have not ended. */
  readonly #previous = new Set<PixAgent>();

  /** @throws ConfigurationError if `maxSockets` is not an integer above 0 */
  constructor(private readonly options: AgentOptions) {
    this.#current = createPixAgent(options);
  }

  /** The agent for the next request. */
  get current(): PixAgent {
    return this.#current;
  }

  /**
   * Replaces certificate and authorities. Requests that were passed to the previous agent end on it;
   * its connections are closed when they become idle. Until then, a host may have up to twice
   * `maxSockets` connections. Has no effect after {@link destroy}.
   *
   * @throws Error if OpenSSL refuses the certificate; the previous one then remains
   */
  replace({ certificate, ca }: PixTrust): void {
    if (this.#current.closed) return;
    const next = createPixAgent({ ...this.options, certificate, ca });
    for (const agent of this.#previous) if (isUnused(agent)) this.#previous.delete(agent);
    this.#previous.add(this.#current);
    this.#current.retire();
    this.#current = next;
    if (this.#retired) next.retire();
  }

  /** Closes every idle connection now, and each busy one when it becomes idle. */
  retire(): void {
    this.#retired = true;
    this.#current.retire();
  }

  /** Closes every connection and fails the requests that use or wait for one. */
  destroy(): void {
    for (const agent of [...this.#previous, this.#current]) agent.destroy();
    this.#previous.clear();
  }
}

function isUnused({ sockets, requests }: PixAgent): boolean {
  return Object.keys(sockets).length === 0 && Object.keys(requests).length === 0;
}
