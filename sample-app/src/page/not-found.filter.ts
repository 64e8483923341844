import type { IncomingMessage } from 'node:http';
import { type ArgumentsHost, Catch, NotFoundException } from '@nestjs/common';
import { BaseExceptionFilter, HttpAdapterHost } from '@nestjs/core';
import { Pages } from './pages.js';
import { isApiTarget, isBackOfficeTarget } from './request-target.js';

/** Answers an unknown page with HTML. Programs get JSON: requests below `/api/`, and all except GET and HEAD. */
@Catch(NotFoundException)
export class NotFoundFilter extends BaseExceptionFilter<NotFoundException> {
  readonly #host: HttpAdapterHost;

  constructor(
    host: HttpAdapterHost,
    private readonly pages: Pages,
  ) {
    super(host.httpAdapter);
    this.#host = host;
  }

  override catch(error: NotFoundException, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<IncomingMessage>();
    if (!isPageRequest(request)) {
      super.catch(error, host);
      return;
    }
    const { httpAdapter } = this.#host;
    const response: unknown = http.getResponse();
    httpAdapter.setHeader(response, 'Content-Type', 'text/html; charset=utf-8');
    const text = this.pages.notFound(isBackOfficeTarget(request.url));
    httpAdapter.reply(response, text, error.getStatus());
  }
}

function isPageRequest({ method, url }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && !isApiTarget(url);
}
