/** A failure whose message tells the user all there is to know; no stack is printed. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
