/** What work comes to, a refusal included, as a promise: a payer who takes his time one day then changes no caller. */
export function asPromise<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work());
  });
}
