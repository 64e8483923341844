import { isPixAPIException, type PixAPIException } from 'nestjs-pix';

/** Responses that say nothing about the content of a request: credentials, limits. A repeat may succeed. */
const TEMPORARY = [401, 403, 408, 429];

/** Whether the bank refused the content of a request, which has had no effect. */
export function isRefusal(error: unknown): error is PixAPIException {
  if (!isPixAPIException(error) || error.resultUnknown) return false;
  const { status = 0 } = error;
  return status >= 400 && status < 500 && !TEMPORARY.includes(status);
}

/** Returns the reason of a refusal, for the people of the shop. */
export function explainRefusal({ detail, title, violacoes = [] }: PixAPIException): string {
  const [violacao] = violacoes;
  return violacao?.razao ?? (detail === '' ? title : detail);
}
