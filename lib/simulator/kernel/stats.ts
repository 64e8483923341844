/** What the simulator has been asked so far. */
export interface SimulatorStats {
  /** TLS connections accepted, of any client. */
  tlsHandshakes: number;
  /** TLS connections refused, as those without a certificate of this simulator's authority. */
  refusedHandshakes: number;
  tokenRequests: number;
  /** Requests below the API's base address, whatever came of them. */
  requests: number;
  /** Those that met an operation, by its name: `PUT /cob/{txid}`. */
  requestsByOperation: Record<string, number>;
}

/** Counts for {@link SimulatorStats}. */
export class StatsCounter {
  private counts = zero();

  handshake(): void {
    this.counts.tlsHandshakes++;
  }

  refusedHandshake(): void {
    this.counts.refusedHandshakes++;
  }

  tokenRequest(): void {
    this.counts.tokenRequests++;
  }

  request(): void {
    this.counts.requests++;
  }

  operation(name: string): void {
    this.counts.requestsByOperation[name] = (this.counts.requestsByOperation[name] ?? 0) + 1;
  }

  snapshot(): SimulatorStats {
    return { ...this.counts, requestsByOperation: { ...this.counts.requestsByOperation } };
  }

  reset(): void {
    this.counts = zero();
  }
}

function zero(): SimulatorStats {
  return {
    tlsHandshakes: 0,
    refusedHandshakes: 0,
    tokenRequests: 0,
    requests: 0,
    requestsByOperation: {},
  };
}
