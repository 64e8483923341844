import type { SimulatorState } from '../domain/state/simulator-state.js';

/** Key of charges that `control` creates if every key belongs to the receiver. */
const CHAVE = 'loja@example.com';

/** Returns the first key of the receiver. */
export function resolveDefaultKey({ settings: { chaves } }: SimulatorState): string {
  const [chave = CHAVE] = chaves === 'any' ? [] : chaves;
  return chave;
}
