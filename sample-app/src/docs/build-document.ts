import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { SESSION_COOKIE } from '../backoffice/access/cookies.js';
import { describeFields } from './describe-fields.js';
import { describeRoutes, SESSION } from './describe-routes.js';

const DESCRIPTION = `Pedidos, faturas e assinaturas pagos com Pix.

Instantes são RFC 3339, datas \`AAAA-MM-DD\`, valores texto decimal (\`"37.00"\`). CPF e CNPJ aparecem mascarados.
Corpos são JSON. Requisições de outros sites são recusadas (403).

O cookie da sessão vem de \`POST /api/admin/session\`; o navegador o envia sozinho.`;

/** Builds the OpenAPI document of the shop. Types come from the DTOs and views, through the Swagger plugin of the build. */
export function buildDocument(app: INestApplication): OpenAPIObject {
  describeRoutes(app);
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('API da Loja Ipê')
    .setDescription(DESCRIPTION)
    .addCookieAuth(SESSION_COOKIE, { type: 'apiKey', in: 'cookie' }, SESSION)
    .build();
  const document = SwaggerModule.createDocument(app, config);
  for (const { parameters } of listOperations(document)) {
    // The cookie is the session, which the security of the operation states.
    const cookie = parameters?.findIndex((one) => 'name' in one && one.name === 'cookie') ?? -1;
    if (cookie >= 0) parameters?.splice(cookie, 1);
  }
  describeFields(document);
  return document;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

function listOperations({ paths }: OpenAPIObject) {
  return Object.values(paths).flatMap((path) =>
    METHODS.flatMap((method) => {
      const operation = path[method];
      return operation ? [operation] : [];
    }),
  );
}
