/** Counts of connections and requests since the start or the last reset. */
export interface SimulatorStats {
  /** Accepted TLS connections. */
  tlsHandshakes: number;
  /** Refused TLS connections, such as those without a certificate of the simulator's authority. */
  refusedHandshakes: number;
  /** Requests to the token endpoint, with any result. */
  tokenRequests: number;
  /** Requests below the base address of the API, with any result. */
  requests: number;
  /** Requests that matched an operation, by its name: `PUT /cob/{txid}`. */
  requestsByOperation: Record<string, number>;
}

/** Counts of nothing yet. */
export function zeroStats(): SimulatorStats {
  return {
    tlsHandshakes: 0,
    refusedHandshakes: 0,
    tokenRequests: 0,
    requests: 0,
    requestsByOperation: {},
  };
}
