import type { SimulatorState } from '../../domain/state/simulator-state.js';
import { alterResponse } from '../../hostile/alter-records.js';
import type { Reply } from '../../http/reply.js';
import { familyProblems } from '../../problems/family-problems.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import type { Call, Handlers } from '../pipeline/call.js';
import type { Stage } from '../pipeline/stages.js';
import { Replicas } from './replicas.js';

/** Methods that gateways send again: the idempotent ones (RFC 9110, section 9.2.2). */
const REPEATED: ReadonlySet<string> = new Set(['PUT', 'DELETE']);

/**
 * Runs the last stage as the hostile bank does. Calls that an earlier stage refuses are not altered.
 *
 * @param handle the stage that runs the handler and replies
 */
export function handleAsHostile(state: SimulatorState, handlers: Handlers, handle: Stage): Stage {
  const { hostile } = state;
  const replicas = new Replicas(state, handlers);

  const deliver = (call: Call) => {
    if (hostile.applies('strict-put')) refuseUsedIdentifier(handlers, call);
    return handle(call);
  };

  const respond = async (call: Call) => {
    const { operation } = call;
    if (operation.repeat === 'safe') {
      const isLagging = operation.providers === undefined && hostile.applies('lagging-reads');
      return handle(
        isLagging ? { ...call, handler: replicas.pick()[operation.id] ?? call.handler } : call,
      );
    }
    const isRepeated = REPEATED.has(operation.method) && hostile.applies('repeated-writes');
    if (isRepeated) await deliver(call);
    return deliver(call);
  };

  return async (call) => {
    if (hostile.isEmpty) return handle(call);
    const reply = await respond(call);
    return reply?.value === undefined ? reply : alter(reply, call);
  };

  function alter(reply: Reply, { operation }: Call): Reply {
    return { ...reply, value: alterResponse(hostile, operation, reply.value) };
  }
}

/** Refuses a creation under an identifier that has a record. @throws SimulatorProblem the family's `operacaoInvalida` */
function refuseUsedIdentifier(handlers: Handlers, { operation, params, query }: Call): void {
  if (operation.repeat !== 'identified' || !hasRecord()) return;
  const { param = '' } = operation.identifier ?? {};
  throw new SimulatorProblem(familyProblems[operation.family].operacaoInvalida, {
    violacoes: [violation(param, 'já foi usado em outra requisição')],
  });

  function hasRecord(): boolean {
    const read = operation.settle?.read.id ?? '';
    try {
      handlers[read]?.({ params, query, filter: {}, body: undefined });
      return true;
    } catch (error) {
      if (error instanceof SimulatorProblem && error.status === 404) return false;
      throw error;
    }
  }
}
