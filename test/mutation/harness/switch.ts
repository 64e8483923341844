/** The switch of instrumented sources: which mutant is active and which were executed. */
let active = 0;
let reached = false;
const hits = new Set<number>();

(globalThis as { __mutant?: (id: number) => boolean }).__mutant = (id) => {
  hits.add(id);
  if (id !== active) return false;
  reached = true;
  return true;
};

export function activate(mutant: number): void {
  active = mutant;
  reached = false;
}

/** Returns whether the active mutant was executed since `activate`. */
export function wasReached(): boolean {
  return reached;
}

/** Returns the mutants executed since the last call. */
export function takeHits(): number[] {
  const taken = [...hits];
  hits.clear();
  return taken;
}
