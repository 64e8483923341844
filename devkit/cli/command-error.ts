/** An error with a complete message for the user. Its stack is not printed. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    message: string,
    /** Exit code of the command. */
    readonly exitCode = 1,
  ) {
    super(message);
  }
}
