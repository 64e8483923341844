import type { FaultMoment, FaultRule } from './fault.js';

/** What spoils an answer comes after the effect that it tells of; what stands for an outage comes before. */
export function momentOf(rule: FaultRule): FaultMoment {
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
