/** What a command writes to and waits for, so that a test can run it in process. */
export interface CommandConsole {
  out(text: string): void;
  err(text: string): void;
  /** Resolves when the command, having become a server, is asked to end. */
  untilEnded(): Promise<void>;
}

/**
 * The process itself: ended by SIGINT, SIGTERM, or the loss of the parent that started it with an IPC channel. It
 * listens from the start, so that whoever asks while the command is still starting is heard.
 */
export function processConsole(): CommandConsole {
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      resolve();
    };
    process.once('SIGINT', end).once('SIGTERM', end).once('disconnect', end);
    if (hasLostParent()) end();
  });
  return {
    out(text) {
      process.stdout.write(text);
    },
    err(text) {
      process.stderr.write(text);
    },
    untilEnded: () => ended,
  };
}

/** `connected` is undefined in a process that never had a channel, which its type does not say. */
function hasLostParent(): boolean {
  return (process as { connected?: boolean }).connected === false;
}
