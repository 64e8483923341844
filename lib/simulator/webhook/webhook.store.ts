import type { SimulatorClock } from '../clock.js';
import type { Changes } from '../store/changes.js';

/** A registered webhook. */
export interface WebhookRecord {
  readonly chave: string;
  readonly webhookUrl: string;
  /** Milliseconds since the epoch, by the simulator's clock. */
  readonly criadoEm: number;
}

/** Webhooks by Pix key. */
export class WebhookStore {
  private readonly byChave = new Map<string, WebhookRecord>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly changes: Changes,
  ) {}

  /** Registers or replaces; what is replaced stands anew at the end of the list. */
  register(chave: string, webhookUrl: string): WebhookRecord {
    const record = { chave, webhookUrl, criadoEm: this.clock.now() };
    this.add(record);
    return record;
  }

  /** Adds one that was registered before, or a new one. */
  add(record: WebhookRecord): void {
    this.byChave.delete(record.chave);
    this.byChave.set(record.chave, record);
    this.changes.tell('webhooks', record);
  }

  get(chave: string): WebhookRecord | undefined {
    return this.byChave.get(chave);
  }

  delete(chave: string): boolean {
    const record = this.byChave.get(chave);
    if (record === undefined) return false;
    this.byChave.delete(chave);
    this.changes.tellRemoved('webhooks', record);
    return true;
  }

  all(): WebhookRecord[] {
    return [...this.byChave.values()].sort((one, other) => one.criadoEm - other.criadoEm);
  }

  clear(): void {
    this.byChave.clear();
  }
}
