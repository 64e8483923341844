import { describe, expect, it } from '@jest/globals';
import {
  IsString,
  MaxLength,
  ValidateNested,
  validateSync,
  type ValidationError,
} from 'class-validator';
import {
  allOperations,
  collectViolations,
  providerOperations,
  type DtoClass,
} from '../../../lib/contract/index.js';
import { fieldsOf } from '../../../lib/contract/validation/index.js';
import { seededRandom } from '../support/random.js';
import { samples } from '../support/samples.js';

const classes = [
  ...new Set(
    [...allOperations, ...providerOperations]
      .flatMap(({ body, filter }) => [body, filter])
      .filter((dto) => dto !== undefined),
  ),
];

/** What class-validator wants to see: instances all the way down, with nothing converted. */
function toInstance(dto: DtoClass, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => toInstance(dto, item));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const fields = fieldsOf(dto);
  const parts = Object.entries(value).map(([property, part]) => {
    const nested = fields.get(property)?.nested;
    return [property, nested ? toInstance(nested(), part) : part];
  });
  return Object.assign(new dto(), Object.fromEntries(parts));
}

/** Fields that are no object or list at all: class-validator goes on into them, the plan does not. */
const isKindError = ({ constraints = {} }: ValidationError) =>
  'objeto' in constraints || 'lista' in constraints;

/** class-validator's errors as path and rule, sorted. */
function bareVerdict(errors: readonly ValidationError[], path = ''): string[] {
  return errors.flatMap((error) => {
    const name = /^\d+$/.test(error.property) ? `[${error.property}]` : `.${error.property}`;
    const here = `${path}${name}`;
    const own = Object.values(error.constraints ?? {}).map(
      (message) => `${here}|${message.slice(message.indexOf(' ') + 1)}`,
    );
    const below = isKindError(error) ? [] : bareVerdict(error.children ?? [], here);
    return [...new Set(own), ...below];
  });
}

function ourVerdict(dto: DtoClass, value: unknown): string[] {
  return collectViolations(dto, value).map(
    ({ propriedade, razao }) => `.${propriedade}|${razao.slice(propriedade.length + 1)}`,
  );
}

const oddities = [
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

/** A copy of a value with a few parts replaced, added or taken away at random. */
function mutant(value: object, properties: readonly string[], random: () => number): unknown {
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
    const part = structuredClone(pick(oddities));
    if (part === undefined) Reflect.deleteProperty(parent, key);
    else parent[key] = part;
  }
  return copy;
}

/** Every property of a class and of those below it. */
function propertiesOf(dto: DtoClass): string[] {
  return [...fieldsOf(dto)].flatMap(([property, { nested }]) => [
    property,
    ...(nested ? propertiesOf(nested()) : []),
  ]);
}

describe('validating by the plan gives class-validator’s own verdicts', () => {
  it.each(classes.map((dto) => [dto.name, dto] as const))('%s', (name, dto) => {
    const sample = samples[name]!;
    const random = seededRandom(20200401);
    const properties = propertiesOf(dto);
    let refused = 0;
    for (let run = 0; run < 400; run++) {
      const value = run === 0 ? sample : mutant(sample, properties, random);
      const errors = validateSync(toInstance(dto, value) as object, { forbidUnknownValues: false });
      const ours = ourVerdict(dto, value);
      expect(ours.toSorted()).toEqual(bareVerdict(errors).toSorted());
      if (ours.length > 0) refused++;
    }
    // A property test whose every value passes, or fails, tells nothing.
    expect(refused).toBeGreaterThan(50);
    expect(refused).toBeLessThan(400);
  });
});

describe('a class that no plan carries out', () => {
  it('is refused by name, whatever the value', () => {
    class Part {}
    class Foreign {
      @IsString()
      @MaxLength(5, { message: '$property deve ser curto' })
      text!: string;

      @ValidateNested({ each: true })
      parts!: Part[];
    }
    expect(() => collectViolations(Foreign, { text: 'x' })).toThrow('Foreign.text');
  });
});
