import { describe, expect, it } from '@jest/globals';
import { allOperations, collectViolations, operationName } from '../../lib/contract/index.js';
import { fieldsOf } from '../../lib/contract/validation/index.js';
import { withField } from '../contract/support/refusals.js';
import { samples } from '../contract/support/samples.js';
import { constraintsOf } from './support/constraints.js';
import { Document } from './support/document.js';

const document = Document.find();
const lists = (document?.operations() ?? []).filter(({ query }) => query.length > 0);

(document ? describe : describe.skip)('filters, by the specification file', () => {
  for (const { name, query } of lists) {
    it(`of ${name} refuse each constraint broken one at a time, with the field named`, () => {
      const { filter } = allOperations.find((row) => operationName(row) === name)!;
      const properties = [...fieldsOf(filter!)];
      for (const { name: wire, required, schema } of query) {
        const [property] = properties.find(([own, field]) => (field.wire ?? own) === wire)!;
        const sample = withoutRival(samples[filter!.name]!, property);
        const breaches = constraintsOf(document!, schema, property).map(({ breach }) => breach);
        for (const breach of required ? [...breaches, undefined] : breaches) {
          const refused = collectViolations(filter!, withField(sample, property, breach));
          expect([property, breach, refused.map(({ propriedade }) => propriedade)]).toEqual([
            property,
            breach,
            [property],
          ]);
        }
      }
    });
  }

  it('cover every operation with a query', () => {
    expect(lists.length).toBeGreaterThan(10);
  });
});

/** A filter names a CPF or a CNPJ, so the one makes way for the other. */
function withoutRival(sample: object, property: string): object {
  const rival = { cpf: 'cnpj', cnpj: 'cpf' }[property];
  return rival ? withField(sample, rival, undefined) : sample;
}
