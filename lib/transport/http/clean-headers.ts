import { AxiosHeaders } from 'axios';

/**
 * Headers in the class of Axios, which would clean the values of a plain object several times per
 * request. These are clean: the client, node:http, or `set` has checked them.
 */
export class CleanHeaders extends AxiosHeaders {
  static of(headers: object | undefined): CleanHeaders {
    return Object.assign(new CleanHeaders(), headers);
  }

  override normalize(): this {
    return this;
  }
}
