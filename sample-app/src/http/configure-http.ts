import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import {
  type ArgumentMetadata,
  BadRequestException,
  type PipeTransform,
  type ValidationError,
  ValidationPipe,
} from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { traceRequests } from '../telemetry/tracing.js';
import { RequestDrain } from './request-drain.js';
import { isApi, requestGuard } from './request-guard.js';

/** Configures middleware and pipes, for production and tests. */
export function configureHttp(app: NestExpressApplication): void {
  const { bank, host, allowedHosts, trustedProxies, role, otlpEndpoint } =
    app.get<ShopSettings>(SETTINGS);
  // In demo mode every visitor can pay, so the shop answers only under known host names.
  const isGuarded = !bank || allowedHosts.length > 0;
  const hosts = [isIPv6(host) ? `[${host}]` : host, ...allowedHosts];
  if (otlpEndpoint !== undefined) app.use(traceRequests);
  if (role === 'worker') app.use(onlyHealth);
  app.use(securityHeaders(bank !== undefined));
  app.use(app.get(RequestDrain).track);
  app.use(requestGuard(isGuarded ? hosts : undefined));
  app.useGlobalPipes(
    new InputLimitsPipe(),
    new ValidationPipe({ whitelist: true, transform: true, exceptionFactory: toFieldErrors }),
  );
  app.set('trust proxy', [...trustedProxies]);
}

/** A field of a request that is wrong, for the form that sent it. */
export interface FieldError {
  /** Its name in the body, with those of the objects and lists above it: `itens.0.quantidade`. */
  readonly campo: string;
  readonly mensagem: string;
}

/** The first mistake of each field, beside the list of texts that Nest answers. */
function toFieldErrors(errors: readonly ValidationError[]): BadRequestException {
  const campos = errors.flatMap((error) => listFields(error, ''));
  const message = campos.map(({ mensagem }) => mensagem);
  return new BadRequestException({ statusCode: 400, message, campos });
}

function listFields(
  { property, constraints, children }: ValidationError,
  above: string,
): FieldError[] {
  const campo = `${above}${property}`;
  const [mensagem] = Object.values(constraints ?? {});
  return [
    ...(mensagem === undefined ? [] : [{ campo, mensagem }]),
    ...(children ?? []).flatMap((child) => listFields(child, `${campo}.`)),
  ];
}

/** Middleware of a worker: it answers only requests about its health. */
function onlyHealth(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  if (url.startsWith('/health/')) {
    next();
    return;
  }
  response.writeHead(404, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ statusCode: 404, message: 'Este processo não serve páginas' }));
}

/** Allows a page to load its own files and images in `data:` URLs, and nothing from other hosts. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Features of browsers that no page uses. */
const UNUSED_FEATURES = [
  'camera',
  'display-capture',
  'geolocation',
  'microphone',
  'payment',
  'usb',
];

/** @param isSecure whether browsers may reach the shop over https only, for a year */
export function securityHeaders(isSecure: boolean) {
  const headers = {
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': UNUSED_FEATURES.map((name) => `${name}=()`).join(', '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(isSecure && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
  return ({ url }: IncomingMessage, response: ServerResponse, next: () => void): void => {
    response.setHeaders(new Map(Object.entries(headers)));
    // Answers of the API contain personal data.
    response.setHeader('Cache-Control', isApi(url) ? 'no-store' : 'no-cache');
    next();
  };
}

/** Levels of objects and lists in a body. Those of the shop have 3. */
const MAX_DEPTH = 20;

/** Refuses the character U+0000, which PostgreSQL cannot store, and bodies that are too deep for the validation. */
class InputLimitsPipe implements PipeTransform {
  transform(value: unknown, { type }: ArgumentMetadata): unknown {
    if (type === 'body' || type === 'query') check(value, 0);
    return value;
  }
}

/** @throws BadRequestException */
function check(value: unknown, depth: number): void {
  if (typeof value === 'string' && value.includes('\0')) {
    throw new BadRequestException('Os textos não podem conter o caractere U+0000');
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH) throw new BadRequestException('O corpo tem níveis demais');
  for (const child of Object.values(value)) check(child, depth + 1);
}
