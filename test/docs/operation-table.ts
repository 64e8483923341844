import {
  allOperations,
  operationName,
  type PixOperation,
  type PixRepeat,
} from '../../lib/contract/index.js';
import { PixPayloadService } from '../../lib/index.js';
import { pixServices } from '../../lib/resources/index.js';
import { code, buildTable } from '../support/markdown.js';

const REPEAT: Readonly<Record<PixRepeat, string>> = {
  safe: 'no effect',
  idempotent: 'same state',
  identified: 'reads the record first',
  duplicates: 'second effect',
};

const STATUS_TEXT: Readonly<Record<PixOperation['responseBody'], string>> = {
  json: '',
  empty: ', empty',
  jws: ', JWS',
};

/** Returns the table of all operations: method, scope, status and effect of a repeat. */
export function operationTable(): string {
  const rows = allOperations.map((operation, index) => {
    const before = allOperations[index - 1];
    const group = resolveGroup(operation);
    const { scope, success, responseBody, repeat } = operation;
    return [
      before && resolveGroup(before) === group ? '' : code(group),
      code(operationName(operation)),
      code(serviceMethod(operation)),
      scope === null ? 'none' : code(scope),
      `${success.join()}${STATUS_TEXT[responseBody]}`,
      REPEAT[repeat],
    ];
  });
  return buildTable(['Family', 'Operation', 'Method', 'Scope', 'Success', 'If repeated'], rows);
}

/** Returns the resource of an operation, or `payload`. */
export function resolveGroup({ family, responseBody }: PixOperation): string {
  return responseBody === 'jws' ? 'payload' : family;
}

/** Returns the service method, such as `PixCobService.create`. Throws when the method does not exist. */
export function serviceMethod({ id }: Pick<PixOperation, 'id'>): string {
  const [family = '', name = ''] = id.split('.');
  if (family === 'payload') return `${PixPayloadService.name}.fetch`;
  const key = family === 'pix' ? 'recebidos' : family;
  const found = pixServices.find((each) => each.key.toLowerCase() === key);
  if (!found || !(name in (found.service.prototype as object))) {
    throw new Error(`${id} has no service method.`);
  }
  return `${found.service.name}.${name}`;
}
