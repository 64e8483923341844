import { PixRespostaInvalidaError } from '../errors/index.js';
import type { PixErrorContext } from '../errors/index.js';
import type { PixOperation } from '../contract/index.js';

/** A media type whose subtype is json or ends in +json (interface.md, Endpoints, Common rules). */
export function isJsonMediaType(contentType: string | undefined): boolean {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[^/\s]+\/(?:[^/\s]+\+)?json$/.test(mediaType);
}

/**
 * The body of a success answer, parsed; `undefined` for an operation whose answer has none.
 *
 * @throws PixRespostaInvalidaError when a body has no JSON content type, is not JSON, is not an object, or is missing
 * where the operation has one
 */
export function parseSuccess(
  operation: PixOperation,
  response: { status: number; contentType: string | undefined; text: string },
  context: PixErrorContext,
): unknown {
  const { status, contentType, text } = response;
  const invalid = (detail: string) =>
    new PixRespostaInvalidaError(
      {
        title: 'Invalid response',
        detail,
        status,
        ...(contentType !== undefined && { contentType }),
      },
      // The provider said it did it, but not what: only a read tells.
      { ...context, resultUnknown: operation.repeat !== 'safe' },
    );
  if (text.trim() === '') {
    if (operation.responseBody === 'empty') return undefined;
    throw invalid('The provider answered with success and no body where one is required.');
  }
  if (!isJsonMediaType(contentType)) {
    throw invalid(
      `The provider answered with success and the content type ${contentType ?? '(none)'} in place of JSON.`,
    );
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalid('The provider answered with success and a body that is not JSON.');
  }
  if (operation.responseBody === 'empty') return undefined;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('The provider answered with success and a body that is not a JSON object.');
  }
  return body;
}
