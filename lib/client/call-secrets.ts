import type { PixOperation } from '../contract/index.js';
import { isObject } from '../errors/index.js';
import { findSecretHeaders } from './headers.js';
import type { PixCallInput } from './prepare.js';
import type { PixRequestOptions } from './request-options.js';

/**
 * Finds the secrets of a call, which a provider may repeat in its response: the headers that carry
 * credentials, its own token, and the values in the query of a webhook's address.
 */
export function findCallSecrets(
  { family }: PixOperation,
  { body, token }: PixCallInput,
  { headers }: PixRequestOptions,
): string[] {
  return [
    ...findSecretHeaders(headers),
    ...(typeof token === 'string' ? [token] : []),
    ...(family.startsWith('webhook') ? findQueryValues(body) : []),
  ];
}

function findQueryValues(body: unknown): string[] {
  const url = isObject(body) ? String(body.webhookUrl) : '';
  return URL.canParse(url) ? [...new URL(url).searchParams.values()] : [];
}
