import { describe, expect, it } from '@jest/globals';
import {
  IsString,
  MaxLength,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  registerDecorator,
  validateSync,
} from 'class-validator';
import { TextField, collectViolations } from '../../../lib/contract/validation/index.js';
import { getPlan } from '../../../lib/contract/validation/plan.js';
import {
  bareVerdict,
  classes,
  ourVerdict,
  propertiesOf,
  toInstance,
} from '../support/class-validator.js';
import { seededRandom } from '../support/random.js';
import { samples } from '../support/samples.js';

const MESSAGE = { message: '$property deve ser curto' };

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
  const alwaysTrue = { validate: () => true };
  const answersLater: PropertyDecorator = (prototype, property) => {
    registerDecorator({
      name: 'regra',
      async: true,
      target: prototype.constructor,
      propertyName: String(property),
      options: MESSAGE,
      validator: alwaysTrue,
    });
  };

  it.each<[what: string, decorator: PropertyDecorator, rule: string]>([
    ['a message without the property', MaxLength(5, { message: 'curto demais' }), 'maxLength'],
    [
      'a message of its own making',
      MaxLength(5, { message: () => '$property curto' }),
      'maxLength',
    ],
    ['no message', IsString(), 'isString'],
    [
      'groups',
      ValidateBy({ name: 'regra', validator: alwaysTrue }, { ...MESSAGE, groups: ['criar'] }),
      'regra',
    ],
    [
      'a rule of each item',
      ValidateBy({ name: 'regra', validator: alwaysTrue }, { ...MESSAGE, each: true }),
      'regra',
    ],
    ['a rule that answers later', answersLater, 'regra'],
    ['a condition', ValidateIf(() => true, MESSAGE), 'conditionalValidation'],
    ['nested objects without a message', ValidateNested(), 'nestedValidation'],
  ])('is refused by name, whatever the value: %s', (_what, decorator, rule) => {
    class Foreign {}
    decorator(Foreign.prototype, 'text');
    expect(() => collectViolations(Foreign, { text: 'x' })).toThrow(
      `Foreign.text has a rule (${rule}) that plans do not support`,
    );
  });
});

describe('a class whose rules are not those of fields', () => {
  it.each([{}, { groups: [] }])('is carried out, with the options %j', (options) => {
    class Foreign {}
    const validate = (value: unknown) => value === 'a';
    ValidateBy({ name: 'regra', validator: { validate } }, { ...MESSAGE, ...options })(
      Foreign.prototype,
      'text',
    );
    expect(collectViolations(Foreign, { text: 'a' })).toEqual([]);
    expect(collectViolations(Foreign, { text: 'b' })).toEqual([
      { path: 'text', rule: { name: 'regra', text: 'deve ser curto' } },
    ]);
  });

  it('breaks a rule that answers neither true nor false', () => {
    class Foreign {}
    const validate = () => 'yes' as unknown as boolean;
    ValidateBy({ name: 'regra', validator: { validate } }, MESSAGE)(Foreign.prototype, 'text');
    expect(collectViolations(Foreign, {})).toHaveLength(1);
  });
});

it('a plan names its properties: those of the class first, then inherited ones', () => {
  class Parent {
    @TextField({ describe: 'Descrição.' })
    inherited!: string;
  }
  class Child extends Parent {
    @TextField({ describe: 'Descrição.' })
    own!: string;
  }
  const { properties, byName } = getPlan(Child);
  expect(properties.map(({ property }) => property)).toEqual(['own', 'inherited']);
  expect([...byName]).toEqual(properties.map((plan) => [plan.property, plan]));
});
