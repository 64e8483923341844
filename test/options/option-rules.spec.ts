import { describe, expect, it } from '@jest/globals';
import {
  anyFunction,
  anyNumber,
  anything,
  choose,
  flag,
  listOf,
  must,
  nonEmptyText,
  objectOf,
  oneOf,
  OptionChecker,
  recordOf,
  text,
  toPlainOptions,
  valueOr,
  withMethods,
  type OptionRule,
} from '../../lib/options/index.js';

interface Inner {
  secret?: string;
  every?: number;
}

interface Options {
  path?: string;
  verify?: boolean;
  inner?: Inner;
  kinds?: string[];
}

const rule = objectOf<Options>({
  path: text,
  verify: flag,
  inner: objectOf<Inner>({ secret: nonEmptyText, every: anyNumber }),
  kinds: listOf('a list of kinds', oneOf(['pix', 'rec', 'cobr'])),
});

function report(given: unknown, checked: OptionRule = rule) {
  const problems: (string | Error)[] = [];
  const usable = checked(given, 'the options', (problem) => problems.push(problem));
  return { usable, problems };
}

describe('OptionChecker.shape', () => {
  it('accepts valid options and undefined members', () => {
    const options = { path: '', verify: false, inner: { every: Infinity }, kinds: undefined };
    expect(report(options)).toEqual({ usable: true, problems: [] });
  });

  it.each([null, undefined, 'x', 5, []])('refuses %p instead of an object', (given) => {
    expect(report(given)).toEqual({
      usable: false,
      problems: [expect.stringMatching(/^the options must be an object/)],
    });
  });

  it('reports an unknown name with the similar known name, at every depth', () => {
    expect(report({ pahts: '', inner: { secrect: 'x' }, other: 1 })).toEqual({
      usable: true,
      problems: [
        'pahts is not an option; known: path, verify, inner, kinds',
        'inner.secrect is not an option: did you mean secret?',
        'other is not an option; known: path, verify, inner, kinds',
      ],
    });
    expect(report({ paht: '' }).problems).toEqual(['paht is not an option: did you mean path?']);
  });

  it('reports every member of a wrong type by its path', () => {
    const options = { path: null, verify: 'true', inner: { every: '5' }, kinds: ['pix', 'cob'] };
    expect(report(options)).toEqual({
      usable: false,
      problems: [
        'path must be text, not null: omit it for the default',
        "verify must be true or false, not text: convert it, for example with value === 'true'",
        'inner.every must be a number',
        "kinds[1] must be 'pix', 'rec' or 'cobr'",
      ],
    });
  });

  it('never quotes a value', () => {
    const secret = 'canary-5f2b';
    const wrong = { path: [secret], verify: secret, inner: secret, kinds: [secret] };
    expect(JSON.stringify(report(wrong))).not.toContain(secret);
  });

  it('checks getters of a class and inherited members', () => {
    class Given {
      path = '';
      get verify() {
        return String(this.path === '');
      }
      get verfy() {
        return this.path === '';
      }
      method() {
        return 1;
      }
    }
    expect(report(new Given()).problems).toEqual([
      "verify must be true or false, not text: convert it, for example with value === 'true'",
      'verfy is not an option: did you mean verify?',
    ]);
    expect(report(Object.create({ pahth: 'x' })).problems).toHaveLength(1);
    expect(toPlainOptions(new Given())).toEqual({ path: '', verify: 'true', verfy: true });
  });

  it.each([new Map([['path', 'x']]), new Headers({ path: 'x' }), new Set(['x']), Buffer.from('x')])(
    'refuses the collection %p, whose members would be lost',
    (given) => {
      expect(report(given).usable).toBe(false);
    },
  );

  it('does not accept names of Object.prototype', () => {
    const given = JSON.parse('{"__proto__":1,"constructor":1,"toString":1}') as unknown;
    expect(report(given).problems).toHaveLength(3);
  });
});

describe('an option rule', () => {
  it.each<[string, OptionRule, unknown, unknown]>([
    ['nonEmptyText', nonEmptyText, 'a', ' '],
    ['anyNumber', anyNumber, 0, Number.NaN],
    ['anyFunction', anyFunction, () => 1, {}],
    ['flag', flag, true, 0],
    ['oneOf', oneOf(['one']), 'one', 'two'],
    ['withMethods', withMethods('a store', ['get']), { get: () => 1 }, { get: 1 }],
    ['withMethods', withMethods('a store', ['get']), { get: () => 1 }, null],
    ['recordOf', recordOf('headers', text), { a: 'x' }, { a: 1 }],
    ['recordOf', recordOf('headers', text), {}, 'a: x'],
    ['valueOr', valueOr([false], text), false, true],
    ['valueOr', valueOr([false], text), 'x', null],
    ['choose', choose(Array.isArray, anything, text), [1], 1],
    ['must', must('one', (value) => value === 1), 1, '1'],
  ])('accepts a valid and refuses an invalid value: %s', (_name, checked, right, wrong) => {
    expect(report(right, checked)).toEqual({ usable: true, problems: [] });
    expect(report(wrong, checked)).toEqual({ usable: false, problems: [expect.any(String)] });
  });
});

it('OptionChecker reports the problems of a shape with those of other checks', () => {
  const checker = new OptionChecker('Receiver');
  expect(checker.shape({ verfy: true, path: 5 }, rule)).toBe(false);
  checker.add('store is missing');
  expect(() => checker.throwIfAny()).toThrow(
    'Receiver: verfy is not an option: did you mean verify?; path must be text; store is missing.',
  );
});
