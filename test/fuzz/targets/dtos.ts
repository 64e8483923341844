import assert from 'node:assert/strict';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import {
  classValidatorErrors,
  classes,
  planErrors,
  listProperties,
  toInstance,
} from '../../contract/support/class-validator.js';
import { samples } from '../../contract/support/samples.js';
import { jsonWith, property, type FuzzTarget } from '../fuzz-target.js';

/** Replaces a value in a copy of a sample. */
function replace(sample: object, path: readonly number[], key: string, value: unknown): object {
  const copy = structuredClone(sample) as Record<string, unknown>;
  let parent = copy;
  for (const step of path) {
    const inner = Object.values(parent).filter((part) => typeof part === 'object' && part !== null);
    if (inner.length === 0) break;
    parent = inner[step % inner.length] as Record<string, unknown>;
  }
  Object.defineProperty(parent, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

/** Own properties with these names change the class of the instance that class-validator receives. */
function misleads(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const named = Object.hasOwn(value, 'constructor') || Object.hasOwn(value, '__proto__');
  return named || Object.values(value).some(misleads);
}

export const dtos: FuzzTarget = {
  name: 'DTOs against class-validator',
  prepare: () => {
    const input = fc.constantFrom(...classes).chain((dto) => {
      const names = listProperties(dto);
      const sample = samples[dto.name]!;
      const body = fc
        .tuple(fc.array(fc.nat(9), { maxLength: 3 }), fc.constantFrom(...names), jsonWith(...names))
        .map(([path, key, value]) => replace(sample, path, key, value));
      return fc.tuple(
        fc.constant(dto),
        fc.oneof({ weight: 3, arbitrary: body }, jsonWith(...names)),
      );
    });
    return property(input, ([dto, value]) => {
      const ours = planErrors(dto, value);
      if (misleads(value)) return;
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        assert.equal(ours.length, 1);
        return;
      }
      const instance = toInstance(dto, value) as object;
      const errors = validateSync(instance, { forbidUnknownValues: false });
      assert.deepEqual(ours.toSorted(), classValidatorErrors(errors).toSorted());
    });
  },
};
