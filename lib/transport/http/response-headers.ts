import type { IncomingHttpHeaders } from 'node:http';
import { AxiosHeaders } from 'axios';

/**
 * Response headers as node:http parsed them, in the class that axios works with: handing it a plain
 * object would have it rebuilt and normalised twice per response.
 */
export class ResponseHeaders extends AxiosHeaders {
  static of(headers: IncomingHttpHeaders): ResponseHeaders {
    return Object.assign(new ResponseHeaders(), headers);
  }

  /** Names are lower case and values clean already. */
  override normalize(): this {
    return this;
  }
}
