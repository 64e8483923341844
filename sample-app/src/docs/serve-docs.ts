import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import { buildDocument } from './build-document.js';

/** Serves the API's document at `/docs-json`, and Swagger UI at `/docs`. Call it before the application listens. */
export function serveDocs(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => buildDocument(app), { ui: false, raw: ['json'] });
  const files = [
    // Not the page of `@nestjs/swagger`, whose inline styles the policy of the shop refuses.
    ['/docs', 'text/html', readOwn('index.html')],
    ['/docs/start.js', 'text/javascript', readOwn('start.js')],
    ['/docs/style.css', 'text/css', readOwn('style.css')],
    ['/docs/swagger-ui.css', 'text/css', readAsset('swagger-ui.css')],
    ['/docs/swagger-ui-bundle.js', 'text/javascript', readAsset('swagger-ui-bundle.js')],
  ] as const;
  const http = app.getHttpAdapter();
  for (const [path, type, body] of files) {
    http.get(path, (_request: object, response: object) => {
      http.setHeader(response, 'Content-Type', `${type}; charset=utf-8`);
      http.reply(response, body);
    });
  }
}

function readOwn(name: string): string {
  return readFileSync(join(import.meta.dirname, 'page', name), 'utf8');
}

function readAsset(name: string): string {
  return readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), 'utf8');
}
