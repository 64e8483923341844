import type { IncomingMessage, ServerResponse } from 'node:http';
import { isApiTarget } from './request-target.js';

/** Allows the page to load its own files and images in `data:` URLs, and nothing from other hosts. */
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

/** Middleware that sets the security headers, for Express and Fastify. */
export function securityHeaders(
  { url }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  // Answers of the API contain personal data.
  const isApi = isApiTarget(url);
  response.setHeader('Cache-Control', isApi ? 'no-store' : 'no-cache');
  next();
}
