import { InMemoryTokenStore, type PixToken, type PixTokenStore } from '../../lib/auth/index.js';
import { Prng, deriveSeed } from './prng.js';
import type { Process } from './process.js';

/** The token stores of the shop's processes. */
export type TokenStoreKind = 'own' | 'shared' | 'flaky';

/** A token store on a server: it responds with a delay and, when flaky, fails or does not respond. */
export class SharedTokens {
  private readonly tokens = new Map<string, PixToken>();
  private operations = 0;

  constructor(
    private readonly seed: number,
    private readonly machine: { after(ms: number, action: () => void): unknown },
    private readonly isFlaky: () => boolean,
  ) {}

  /** Creates the store of a process. */
  createStore(process: Process): PixTokenStore {
    return {
      get: (key) => this.run(process, () => this.tokens.get(key)),
      set: (key, token) => this.run(process, () => void this.tokens.set(key, token)),
      delete: (key) => this.run(process, () => void this.tokens.delete(key)),
    };
  }

  private run<T>(process: Process, work: () => T): Promise<T> {
    const prng = new Prng(deriveSeed(this.seed, 'tokens', this.operations++));
    const kind = this.isFlaky() ? prng.pick(['works', 'fails', 'hangs'] as const) : 'works';
    return process.receive(
      new Promise((resolve, reject) => {
        this.machine.after(prng.whole(1, 4), () => {
          if (kind === 'works') resolve(work());
          else if (kind === 'fails') reject(new Error('The token store failed.'));
        });
      }),
    );
  }
}

/** Creates the token store of a new process. */
export function createTokenStore(
  kind: TokenStoreKind,
  shared: SharedTokens,
  process: Process,
): PixTokenStore {
  return kind === 'own' ? new InMemoryTokenStore(process) : shared.createStore(process);
}
