import type { SpanContext } from '@opentelemetry/api';

const CAPACITY = 10_000;

/**
 * The spans of the latest calls that created charges in this process, by txid. A webhook carries no
 * trace context from its charge, because the provider is between them.
 */
export class RecentCharges {
  /** The oldest comes first. */
  readonly #spans = new Map<string, SpanContext>();

  constructor(private readonly capacity = CAPACITY) {}

  remember(txid: string, span: SpanContext): void {
    this.#spans.delete(txid);
    this.#spans.set(txid, span);
    if (this.#spans.size <= this.capacity) return;
    const [oldest] = this.#spans.keys();
    if (oldest !== undefined) this.#spans.delete(oldest);
  }

  find(txid: string): SpanContext | undefined {
    return this.#spans.get(txid);
  }
}
