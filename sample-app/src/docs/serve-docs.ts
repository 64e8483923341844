import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import { buildDocument } from './build-document.js';

/** Not the page of `@nestjs/swagger`, whose inline styles the policy of the shop refuses. */
const PAGE = `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API da Loja Ipê</title>
    <link rel="icon" href="/favicon.svg" />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <script src="/docs/swagger-ui-bundle.js" defer></script>
    <script src="/docs/start.js" defer></script>
  </head>
  <body>
    <div id="docs"></div>
  </body>
</html>
`;

/** `validatorUrl: null`: the page asks no other host. */
const START = `SwaggerUIBundle({
  url: '/docs-json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  validatorUrl: null,
});
`;

/** Serves the API's document at `/docs-json`, and Swagger UI at `/docs`. Call it before the application listens. */
export function serveDocs(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => buildDocument(app), { ui: false, raw: ['json'] });
  const files = [
    ['/docs', 'text/html', PAGE],
    ['/docs/start.js', 'text/javascript', START],
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

function readAsset(name: string): string {
  return readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), 'utf8');
}
