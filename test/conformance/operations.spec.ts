import { describe, expect, it } from '@jest/globals';
import {
  allOperations,
  buildQuery,
  collectViolations,
  operationName,
  type PixOperation,
} from '../../lib/contract/index.js';
import { fieldsOf } from '../../lib/contract/validation/index.js';
import { Document } from './support/document.js';

const document = Document.find();
const specified = document?.operations() ?? [];
const rows = specified.map(
  (operation) =>
    [
      operation.name,
      operation,
      allOperations.find((row) => operationName(row) === operation.name)!,
    ] as const,
);

/**
 * Bodies that the file does not call required, which in OpenAPI makes them optional. Without one the
 * request means nothing, and interface.md (Endpoints) has a JSON object in it.
 */
const NOT_CALLED_REQUIRED = [
  'POST /rec',
  'PATCH /rec/{idRec}',
  'POST /solicrec',
  'PATCH /solicrec/{idSolicRec}',
];

function queryNames({ filter }: PixOperation): { name: string; required: boolean }[] {
  if (!filter) return [];
  return [...fieldsOf(filter)].map(([property, { wire = property, schema }]) => ({
    name: wire,
    required: schema.required ?? false,
  }));
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);

(document ? describe : describe.skip)('operations, by the specification file', () => {
  it('are the same, no more and no less', () => {
    const names = specified.map(({ name }) => name);
    expect(names).toHaveLength(51);
    expect(allOperations.map(operationName).toSorted()).toEqual(names.toSorted());
  });

  for (const [name, file, row] of rows)
    describe(name, () => {
      it('needs the scope of the file’s security', () => {
        const scopes = file.security.flatMap(({ OAuth2 = [] }) => OAuth2);
        expect(row.scope === null ? [] : [row.scope]).toEqual(scopes);
      });

      it('has the success statuses of the file, with a body where the file has one', () => {
        expect(row.success).toEqual([...file.success.keys()]);
        const media = [...file.success.values()][0];
        const kinds = { 'application/json': 'json', 'application/jose': 'jws' } as const;
        expect(row.responseBody).toBe(media ? kinds[media as keyof typeof kinds] : 'empty');
      });

      it('has the parameters of the file’s path and query', () => {
        expect(row.params.map((param) => param.name)).toEqual(file.pathParams);
        const query = file.query.map(({ name: wire, required }) => ({ name: wire, required }));
        expect(queryNames(row).toSorted(byName)).toEqual(query.toSorted(byName));
      });

      it('takes a body where the file has one', () => {
        expect(row.requestBody).toBe(file.body ? 'required' : 'none');
        const called = file.bodyRequired || NOT_CALLED_REQUIRED.includes(name);
        expect(called).toBe(file.body !== undefined);
      });

      it('accepts every request example of the file, and leaves it as it is', () => {
        for (const [example, body] of file.bodyExamples) {
          const before = structuredClone(body);
          expect([example, collectViolations(row.body!, body)]).toEqual([example, []]);
          expect(body).toEqual(before);
        }
        expect(file.bodyExamples.size > 0).toBe(row.body !== undefined);
      });
    });

  it('sends a filter under the names of the file', () => {
    const list = allOperations.find(({ id }) => id === 'cob.list')!;
    expect(buildQuery(list, { paginaAtual: 1, itensPorPagina: 2 })).toEqual({
      'paginacao.paginaAtual': '1',
      'paginacao.itensPorPagina': '2',
    });
  });
});
