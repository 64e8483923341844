/** Output and end of a command. An interface, so that tests can run a command in their process. */
export interface CommandConsole {
  out(text: string): void;
  err(text: string): void;
  /** Resolves when a running server must stop. */
  untilEnded(): Promise<void>;
}

/**
 * Returns the console of this process. SIGINT, SIGTERM and the disconnection of a parent with an IPC channel stop the
 * server. The listeners are added immediately, so that signals during the start are not lost.
 */
export function processConsole(): CommandConsole {
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      resolve();
    };
    process.once('SIGINT', end).once('SIGTERM', end).once('disconnect', end);
    if (hasLostParent()) end();
    for (const stream of [process.stdout, process.stderr]) {
      stream.on('error', (error: NodeJS.ErrnoException) => {
        // Its reader has ended, such as `head`.
        if (error.code !== 'EPIPE') throw error;
        end();
      });
    }
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

/** Whether the IPC channel is closed. Despite its type, `connected` is `undefined` if there never was a channel. */
function hasLostParent(): boolean {
  return (process as { connected?: boolean }).connected === false;
}
