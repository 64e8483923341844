import {
  cancellationRules,
  creationRules,
  expiryRules,
  retryRules,
  type NetworkRuleEntry,
} from '../../devkit/simulator/domain/recurrence/network-rules.js';
import { code, buildTable } from '../support/markdown.js';

const rules: readonly NetworkRuleEntry[] = [
  ...creationRules,
  ...cancellationRules,
  ...retryRules,
  ...expiryRules,
];

/** Returns the table of the rules that the network adds to the specification. */
export function networkRuleTable(): string {
  return buildTable(
    ['Rule', 'Applies to', 'Source'],
    rules.map(({ rule, appliesTo, source }) => [rule, appliesTo.map(code).join(', '), source]),
  );
}
