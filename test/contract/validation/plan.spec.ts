import { describe, expect, it } from '@jest/globals';
import { validateSync } from 'class-validator';
import {
  classes,
  classValidatorErrors,
  listProperties,
  planErrors,
  toInstance,
} from '../support/class-validator.js';
import { seededRandom } from '../support/random.js';
import { samples } from '../support/samples.js';

const VALUES = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'x'.repeat(300),
  '0.00',
  '5.00',
  '99999.99',
  '1',
  0,
  1,
  2,
  5,
  -1,
  1.5,
  NaN,
  true,
  false,
  [],
  {},
  [{}],
  [null],
  ['x'],
  '2020-01-01',
  '2030-01-01',
  '2020-02-30',
  '2019-01-01T00:00:00Z',
  '12345678909',
  '12345678000195',
  'CANCELADA',
  'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  'RR1234567820240115abcdefghijk',
];

/** Returns a copy of a value with a few parts replaced, added or removed at random. */
function mutate(value: object, properties: readonly string[], random: () => number): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const copy = structuredClone(value);
  for (let change = 0; change <= random() * 3; change++) {
    let parent: Record<string, unknown> = copy as Record<string, unknown>;
    while (random() < 0.6) {
      const inner = Object.values(parent).filter(
        (part) => typeof part === 'object' && part !== null,
      );
      if (inner.length === 0) break;
      parent = pick(inner) as Record<string, unknown>;
    }
    const keys = Object.keys(parent);
    const key = keys.length > 0 && random() < 0.8 ? pick(keys) : pick(properties);
    const part = structuredClone(pick(VALUES));
    if (part === undefined) Reflect.deleteProperty(parent, key);
    else parent[key] = part;
  }
  return copy;
}

describe('collectViolations', () => {
  it.each(classes.map((dto) => [dto.name, dto] as const))(
    'reports the same errors as class-validator for %s',
    (name, dto) => {
      const sample = samples[name]!;
      const random = seededRandom(20200401);
      const properties = listProperties(dto);
      let refused = 0;
      for (let run = 0; run < 400; run++) {
        const value = run === 0 ? sample : mutate(sample, properties, random);
        const errors = validateSync(toInstance(dto, value) as object, {
          forbidUnknownValues: false,
        });
        const ours = planErrors(dto, value);
        expect(ours.toSorted()).toEqual(classValidatorErrors(errors).toSorted());
        if (ours.length > 0) refused++;
      }
      // The values must be neither all valid nor all invalid.
      expect(refused).toBeGreaterThan(50);
      expect(refused).toBeLessThan(400);
    },
  );
});
