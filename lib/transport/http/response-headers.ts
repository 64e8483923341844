import type { IncomingHttpHeaders } from 'node:http';
import { AxiosHeaders, type AxiosResponse } from 'axios';

/**
 * Response headers of node:http in the class of Axios. Axios would rebuild and normalize a plain
 * object twice per response.
 */
export class ResponseHeaders extends AxiosHeaders {
  static of(headers: IncomingHttpHeaders | AxiosResponse['headers']): ResponseHeaders {
    return Object.assign(new ResponseHeaders(), headers);
  }

  /** Names are already in lower case and values are clean. */
  override normalize(): this {
    return this;
  }
}
