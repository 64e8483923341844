import { choose, flag, listOf, oneOf } from '../../options/index.js';
import { enhancerKinds, type PixEnhancerKind } from './handler-enhancers.js';

/** Checks the type of the option `useGlobalEnhancers`. */
export const globalEnhancersRule = choose(
  Array.isArray,
  listOf('a list of guards, interceptors and filters', oneOf(enhancerKinds)),
  flag,
);

/** Returns the kinds of which global enhancers run around handlers; by default none. */
export function resolveGlobalEnhancers(
  option: boolean | readonly PixEnhancerKind[] = false,
): readonly PixEnhancerKind[] {
  if (typeof option !== 'boolean') return option;
  return option ? enhancerKinds : [];
}
