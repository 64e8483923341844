/** What a command writes to and waits for, so that a test can run it in process. */
export interface CommandConsole {
  out(text: string): void;
  err(text: string): void;
  /** Resolves when the command, having become a server, is asked to end. */
  untilEnded(): Promise<void>;
}

/** The process itself: ended by SIGINT, SIGTERM, or the loss of the parent that started it with an IPC channel. */
export const processConsole: CommandConsole = {
  out(text) {
    process.stdout.write(text);
  },
  err(text) {
    process.stderr.write(text);
  },
  untilEnded() {
    return new Promise((resolve) => {
      process.once('SIGINT', resolve);
      process.once('SIGTERM', resolve);
      if (process.connected) process.once('disconnect', resolve);
    });
  },
};
