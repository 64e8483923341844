/** A connection that failed before the proxy had opened the way to the provider: nothing was sent. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  /** The code of the error of the connection to the proxy; absent if the proxy responded. */
  readonly code: string | undefined;

  /**
   * @param proxy host and port of the proxy
   * @param status of the proxy's response to CONNECT; absent if there is none
   */
  constructor(
    readonly proxy: string,
    readonly status: number | undefined,
    cause?: NodeJS.ErrnoException,
  ) {
    const reason = status === undefined ? 'did not respond' : `responded with status ${status}`;
    super(`The proxy ${proxy} ${reason}.`, { cause });
    this.code = cause?.code;
  }
}
