import type { FaultMoment, FaultRule } from './fault.js';

/**
 * Resolves when a fault applies. Default: `after` the operation for faults that corrupt a response,
 * `before` it for faults that simulate an outage.
 */
export function resolveTiming(rule: FaultRule): FaultMoment {
  if ('when' in rule) return rule.when;
  switch (rule.kind) {
    case 'truncate':
    case 'wrong-json':
    case 'html':
    case 'empty':
      return 'after';
    case 'reset':
      return rule.at === 'body' ? 'after' : 'before';
    default:
      return 'before';
  }
}
