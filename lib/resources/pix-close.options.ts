/** The options of closing a client. */
export interface PixCloseOptions {
  /**
   * How long in-flight calls may take to finish or to determine their outcome, in seconds. 0 ends
   * them immediately. Default: 10.
   */
  drain?: number;
}
