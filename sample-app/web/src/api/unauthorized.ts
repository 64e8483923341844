type Listener = () => void;

const listeners = new Set<Listener>();

/** Calls a listener when a request was refused because the session has ended. Returns a function that ends this. */
export function onUnauthorized(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportUnauthorized(): void {
  for (const listener of listeners) listener();
}
