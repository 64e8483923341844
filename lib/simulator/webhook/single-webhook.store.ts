import type { SimulatorClock } from '../clock.js';
import type { Changes } from '../store/changes.js';

/** The one webhook of a kind. */
export interface SingleWebhookRecord {
  readonly webhookUrl: string;
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly criadoEm: number;
}

/** Holds the webhook of recurrences, or that of recurring charges. */
export class SingleWebhookStore {
  private record: SingleWebhookRecord | undefined;

  constructor(
    /** The store's property of `SimulatorState`, by which its changes are told. */
    private readonly name: string,
    private readonly clock: SimulatorClock,
    private readonly changes: Changes,
  ) {}

  /** Registers or replaces. */
  register(webhookUrl: string): void {
    this.set({ webhookUrl, criadoEm: this.clock.now() });
  }

  /** Takes one that was registered before. */
  set(record: SingleWebhookRecord): void {
    this.record = record;
    this.changes.tell(this.name, record);
  }

  get(): SingleWebhookRecord | undefined {
    return this.record;
  }

  delete(): boolean {
    if (this.record === undefined) return false;
    this.changes.tellRemoved(this.name, this.record);
    this.record = undefined;
    return true;
  }

  clear(): void {
    this.record = undefined;
  }
}
