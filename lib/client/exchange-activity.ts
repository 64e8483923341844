import type { PathValues } from '../contract/index.js';
import type { PixAccountLabels, PixCallActivity, PixExchangeActivity } from '../observe/index.js';
import type { PixCallerConfig } from './pix-caller.config.js';
import type { Plan } from './plan.js';

/** Describes a call for the channel. */
export function buildActivity(
  { channel, provider, environment }: PixCallerConfig,
  { operation, name }: Plan,
  params: PathValues | undefined,
): PixCallActivity {
  const txid = params?.txid;
  return {
    kind: 'call',
    account: channel?.account ?? { name: 'default', provider: provider.name, environment },
    method: operation.id,
    operation: name,
    isWrite: operation.repeat !== 'safe',
    txid: typeof txid === 'string' ? txid : undefined,
    requests: 0,
    status: undefined,
    requestId: undefined,
    outcome: undefined,
    differences: undefined,
  };
}

/** Describes a request. Its address has the path template, because path and query may contain a Pix key. */
export function describeExchange(
  plan: Plan,
  activity: PixCallActivity,
  account: PixAccountLabels,
): PixExchangeActivity {
  const { method, path } = plan.operation;
  return {
    kind: 'attempt',
    account,
    operation: plan.name,
    httpMethod: method,
    url: plan.base + path,
    path,
    number: activity.requests,
    status: undefined,
    requestId: undefined,
  };
}
