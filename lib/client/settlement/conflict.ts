import { PixConflitoException, type PixErrorContext } from '../../errors/index.js';
import type { SettlementVerdict } from './verdict.js';

/** Builds the error of a write that another record makes impossible. */
export function buildConflict(
  { fields, status }: Extract<SettlementVerdict, { kind: 'impossible' }>,
  context: PixErrorContext,
): PixConflitoException {
  const state = status === undefined ? '' : ` with status ${status}`;
  const differing = fields.length === 0 ? '' : ` Fields that differ: ${fields.join(', ')}.`;
  const detail = `The provider holds another record${state} under this identifier.${differing} The request did not take effect.`;
  return new PixConflitoException(
    { title: 'Conflict', status: 409, detail, fields, recordStatus: status },
    context,
  );
}
