import { PixAgent, type PixAgentOptions } from './agent.js';
import type { ProxySelector } from './proxy/proxy-options.js';
import { ProxyingAgent } from './proxy/proxying-agent.js';

/** The options of an account's agent. */
export interface AgentOptions extends PixAgentOptions {
  /** Selects the proxy of each connection. Default: no proxy. */
  proxy?: ProxySelector | undefined;
}

/** @throws ConfigurationError if `maxSockets` is not an integer above 0 */
export function createPixAgent({ proxy, ...options }: AgentOptions = {}): PixAgent {
  if (proxy === undefined) return new PixAgent(options);
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- extends PixAgent, typed with methods that the types of Node.js lack
  return new ProxyingAgent(options, proxy);
}
