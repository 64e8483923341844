import {
  operationName,
  type PixLifecycle,
  type PixOperation,
} from '../../../lib/contract/index.js';
import { listChoices } from '../schema/limits.js';
import { type Part, readPart, resolveType } from '../schema/part.js';
import type { Document, SpecifiedOperation } from '../support/document.js';
import { type Check, holds, joinOutcomes, type Outcome, type Subject } from './check.js';

/**
 * The recovery after an unknown outcome must match the operation: whether it can be sent again, the operation that reads
 * its record, the statuses of the record, and its identifier.
 */
export const checkRecovery: Check = (subject, { document }) => {
  const { file, row } = subject;
  const repeat = resolveRepeat(file);
  return joinOutcomes(
    holds(row.repeat === repeat, {
      at: file.name,
      what: `is ${repeat} when sent again; in the contract ${row.repeat}`,
    }),
    ...(row.responseBody === 'json' ? [checkIdentifier(subject, document)] : []),
    ...(repeat === 'safe' ? [] : [checkLocation(subject, document)]),
    ...(repeat === 'safe' ? [] : [checkReading(subject, document)]),
    ...(row.settle?.parts ? [checkParts(subject, document)] : []),
    ...(row.candidates ? [checkCandidates(subject, document)] : []),
  );
};

/** Derives the repeatability from the method (RFC 9110) and, for a PUT, from whether it creates a record. */
function resolveRepeat({ name, success }: SpecifiedOperation): PixOperation['repeat'] {
  const [method] = name.split(' ');
  if (method === 'GET') return 'safe';
  if (method === 'POST') return 'duplicates';
  if (method === 'PUT' && !success.has(200)) return 'identified';
  return 'idempotent';
}

/** Returns the nearest operation that reads a record: at the same path or a parent path. */
function findRead({ name }: SpecifiedOperation, document: Document): string | undefined {
  const [, path = ''] = name.split(' ');
  const operations = document.operations();
  const steps = path.split('/');
  for (let length = steps.length; length > 1; length -= 1) {
    const reading = `GET ${steps.slice(0, length).join('/')}`;
    const found = operations.find((operation) => operation.name === reading);
    if (found && !readResponse(found, document)?.fields.has('parametros')) return reading;
  }
  return undefined;
}

/** Returns the effect of the write on the record that is read. */
function resolveEffect({ name, success }: SpecifiedOperation, reading: string): string {
  const [method, path] = name.split(' ');
  const isOwn = reading === `GET ${path}`;
  if (method === 'PUT') return success.has(200) ? 'set' : 'create';
  if (!isOwn) return 'step';
  return method === 'DELETE' ? 'remove' : 'change';
}

function checkReading({ file, row }: Subject, document: Document): Outcome {
  const at = file.name;
  const { settle } = row;
  const reading = findRead(file, document);
  const own = settle && operationName(settle.read);
  const kind = reading === undefined ? undefined : resolveEffect(file, reading);
  return joinOutcomes(
    holds(own === reading, {
      at,
      what: `is read by ${reading ?? 'no operation'}; in the contract by ${own ?? 'none'}`,
    }),
    holds(settle?.kind === kind, {
      at,
      what: `does to its record: ${kind ?? 'nothing'}; in the contract: ${settle?.kind ?? 'nothing'}`,
    }),
    checkLifecycle(
      at,
      row.record?.lifecycle,
      listStatuses(settle ? findResponse(own, document) : readResponse(file, document)),
    ),
  );
}

/** A lifecycle must contain each status of the record, and must be absent if the file defines no status. */
function checkLifecycle(
  at: string,
  lifecycle: PixLifecycle | undefined,
  statuses: readonly string[],
): Outcome {
  const own = lifecycle ? [...lifecycle.open, ...lifecycle.fulfilled, ...lifecycle.ended] : [];
  const [expected, found] = [statuses, own].map((list) =>
    list.length === 0 ? 'none' : list.toSorted().join(),
  );
  return holds(expected === found, {
    at,
    what: `has the statuses ${expected}; the lifecycle ${found}`,
  });
}

/** The response must have the identifier, and the path the parameter. A field with the name of the parameter is preferred. */
function checkIdentifier({ file, row }: Subject, document: Document): Outcome {
  const part = readResponse(file, document);
  const isPage = part?.fields.has('parametros') === true;
  const { field, param } = row.identifier ?? {};
  const last = file.pathParams.at(-1)?.name;
  const expected = !isPage && last !== undefined && part?.fields.has(last) ? last : undefined;
  const at = file.name;
  return joinOutcomes(
    holds(field === undefined || part?.fields.has(field) === true, {
      at,
      what: `answers without ${field}, by which the contract identifies the record`,
    }),
    holds(param === undefined || file.pathParams.some(({ name }) => name === param), {
      at,
      what: `has no parameter ${param}, by which the contract identifies the record`,
    }),
    holds(expected === undefined || (expected === field && expected === param), {
      at,
      what: `answers with ${expected}; the contract identifies the record by ${field ?? 'nothing'}`,
    }),
  );
}

function checkLocation({ file, row }: Subject, document: Document): Outcome {
  const isLocated = file.responseHeaders.includes('location');
  const { locatedBy } = row;
  const isField = locatedBy !== undefined && readResponse(file, document)?.fields.has(locatedBy);
  return holds(isLocated ? isField === true : locatedBy === undefined, {
    at: file.name,
    what: `answers ${isLocated ? 'with' : 'without'} location; the contract: ${locatedBy ?? 'none'}`,
  });
}

function checkParts({ file, row }: Subject, document: Document): Outcome {
  const { parts, read } = row.settle!;
  const { field, key, created, write } = parts!;
  const at = file.name;
  const body = file.body && readPart(document, file.body, at);
  const lists = [body, findResponse(operationName(read), document)].map(
    (part) => part?.fields.get(field)?.part.items,
  );
  const reading = document.operations().find(({ name }) => name === operationName(parts!.read));
  return joinOutcomes(
    holds(
      lists.every((item) => item?.fields.has(key)),
      { at, what: `has no ${field}[].${key} in body and record` },
    ),
    holds(reading?.pathParams.at(-1)?.name === key, {
      at,
      what: `has items that ${operationName(parts!.read)} does not read by ${key}`,
    }),
    holds(listStatuses(lists[1]).includes(created), {
      at,
      what: `has items whose status is never ${created}`,
    }),
    checkLifecycle(
      at,
      write.record?.lifecycle,
      listStatuses(reading && readResponse(reading, document)),
    ),
  );
}

function checkCandidates({ file, row }: Subject, document: Document): Outcome {
  const search = row.candidates!;
  const [, path = ''] = file.name.split(' ');
  const at = file.name;
  const listed = document.operations().some(({ name }) => name === `GET ${path}`);
  if ('list' in search) {
    const own = operationName(search.list);
    const page = findResponse(own, document);
    const items = page?.fields.get(search.list.items)?.part.items;
    return joinOutcomes(
      holds(own === `GET ${path}`, {
        at,
        what: `is listed by GET ${path}; in the contract by ${own}`,
      }),
      checkLifecycle(at, row.record?.lifecycle, listStatuses(items)),
    );
  }
  const found = findResponse(operationName(search.within), document)?.fields.get(search.field);
  return holds(!listed && found !== undefined && resolveType(found.part) === 'array', {
    at,
    what: `is not listed in ${search.field} of ${operationName(search.within)}`,
  });
}

function findResponse(name: string | undefined, document: Document): Part | undefined {
  const operation = document.operations().find((each) => each.name === name);
  return operation && readResponse(operation, document);
}

function readResponse(
  { name, response }: SpecifiedOperation,
  document: Document,
): Part | undefined {
  return response && readPart(document, response, name);
}

function listStatuses(part: Part | undefined): readonly string[] {
  const status = part?.fields.get('status')?.part;
  return status ? listChoices(status.rules) : [];
}
