import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A defect of an earlier version, or one that could be made, as the text that plants it. */
export interface Defect {
  readonly name: string;
  /** Description of the defect. */
  readonly what: string;
  /** Path from the project's folder. */
  readonly file: string;
  /** Text that occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The test that fails with it, if it is too rare for the simulation. */
  readonly test?: string;
}

/** "never reports what is false" of these writes starts from the rare states. */
const MODEL = 'test/faults/settlement.spec.ts';

const root = new URL('../../', import.meta.url);

/** Defects that concern money and the rules of the domain. */
export const defects: readonly Defect[] = [
  {
    name: 'create-repeated-after-503',
    what: 'a create whose identifier the provider chooses is sent again after a 503',
    file: 'lib/client/attempt.ts',
    find: "  if (status >= 500) return 'server-error';",
    replace: "  if (status === 503) return 'limited';\n  if (status >= 500) return 'server-error';",
  },
  {
    name: 'cancel-repeated-unread',
    what: 'a cancel whose response was lost is sent again without a read, and fails',
    file: 'lib/client/recover.ts',
    find: `    if (this.#unknown !== undefined || refusal !== 'none') {`,
    replace: `    const { repeat } = this.call.plan.operation;
    if ((this.#unknown !== undefined && repeat !== 'idempotent') || refusal !== 'none') {`,
  },
  {
    name: 'any-record-accepted',
    what: 'any response to a read is accepted as the record',
    file: 'lib/client/record.ts',
    find: '  const value: unknown = Reflect.get(record, field);',
    replace: `  if (params !== undefined) return undefined;
  const value: unknown = Reflect.get(record, field);`,
  },
  {
    name: '408-refused',
    what: 'a 408 counts as a refusal',
    file: 'lib/client/attempt.ts',
    find: `  'early-or-late': { write: 'unknown', mayArrive: true, ...readAgain },`,
    replace: `  'early-or-late': { write: 'refused', ...never },`,
  },
  {
    name: '409-refused',
    what: 'a 409 counts as a refusal',
    file: 'lib/client/attempt.ts',
    find: `  'other-client-error': { write: 'unknown', refusal: true, ...never },`,
    replace: `  'other-client-error': { write: 'refused', ...never },`,
  },
  {
    name: '520-refused',
    what: 'a status of a content delivery network (520, 522, 524) counts as a refusal',
    file: 'lib/client/attempt.ts',
    find: "  if (status >= 500) return 'server-error';",
    replace: "  if (status >= 520) return 'rejected';\n  if (status >= 500) return 'server-error';",
  },
  {
    name: '3xx-refused',
    what: 'a redirect counts as a refusal',
    file: 'lib/client/attempt.ts',
    find: "  redirect: { write: 'unknown', ...never },",
    replace: "  redirect: { write: 'refused', ...never },",
  },
  {
    name: 'identifier-unchecked',
    what: 'a success without the identifier, or with another one, is accepted',
    file: 'lib/client/record.ts',
    find: '  assertIdentity(asked, operation.identifier, record);',
    replace: '',
  },
  {
    name: 'token-wait-unbounded',
    what: 'the wait for a token is not bounded by the deadline of the call',
    file: 'lib/client/attempt.ts',
    find: 'await this.tokens.getToken(scopes, limits, plan.operation.family)',
    replace: 'await this.tokens.getToken(scopes, undefined, plan.operation.family)',
  },
  {
    name: 'token-store-unbounded',
    what: 'a token store that does not respond blocks the call',
    file: 'lib/auth/stores.ts',
    find: "      const stored = await within(this.runtime, LIMIT_MS, 'The token store', reading);",
    replace: '      const stored = await reading;',
  },
  {
    name: 'close-does-not-wait',
    what: 'a client that closes does not wait for its calls',
    file: 'lib/client/caller.ts',
    find: '    if (this.count === 0 || ms === 0) return;',
    replace: '    if (this.count === 0 || ms >= 0) return;',
  },
  {
    name: 'stale-connection-fails',
    what: 'a stale connection fails a call when repeats are off',
    file: 'lib/client/recover.ts',
    find: '    if (this.#staleRepeated || !isStaleConnection(error)) return false;',
    replace: '    if (this.#staleRepeated || isStaleConnection(error) || true) return false;',
  },
  {
    name: 'unreadable-write-unsettled',
    what: 'a write with an unreadable response is not settled',
    file: 'lib/client/attempt.ts',
    find: `  unreadable: { write: 'unknown', ...readAgain },`,
    replace: `  unreadable: { write: 'unknown', ...readAgain, settle: false },`,
  },
  {
    name: 'full-disk-answers-201',
    what: 'the simulator answers 201 when its disk is full',
    file: 'devkit/simulator/persistence/state-writer.ts',
    find: `      this.#restore(new PersistedState(this.file));
      return false;`,
    replace: '      return true;',
  },
  {
    name: 'unreadable-read-not-repeated',
    what: 'a read with an unreadable response is not repeated',
    file: 'lib/client/attempt.ts',
    find: `  unreadable: { write: 'unknown', ...readAgain },`,
    replace: `  unreadable: { write: 'unknown', ...never },`,
  },
  {
    name: 'completion-unfenced',
    what: 'an event is completed without its fencing number, apart from the handler',
    file: 'lib/receiver/dispatch/event.dispatcher.ts',
    find: `      await store.completeIn(transaction, key, fence);
      end.isOwn = true;`,
    replace: '      await Promise.resolve([transaction, key]);',
  },
  {
    name: 'sent-pix-handled',
    what: 'a sent Pix is handled as a received one',
    file: 'lib/receiver/events.ts',
    find: '  if (isPixEnviado(item)) return',
    replace:
      '  if (isPixEnviado(item) && Reflect.deleteProperty(item, "tipo") && isPixEnviado({})) return',
  },
  {
    name: 'cursor-moves-past-failure',
    what: 'the reconciler advances its cursor past a failed event',
    file: 'lib/receiver/provider/reconciliation.ts',
    find: '    return new Date(Math.max(least.getTime(), Math.min(most.getTime(), this.#unsettled)));',
    replace: '    return new Date(Math.max(least.getTime(), most.getTime()));',
  },
  {
    name: 'failed-handler-completes',
    what: 'an event is completed although its handler failed',
    file: 'lib/receiver/dispatch/event.dispatcher.ts',
    find: `      await this.#release(work, claim);
      return this.#failed(\`\${handler.id} failed on`,
    replace: `      await store.complete(key, claim.fence);
      return this.#failed(\`\${handler.id} failed on`,
  },
  {
    name: 'completed-before-handler',
    what: 'an event is completed before its handler runs',
    file: 'lib/receiver/dispatch/event.dispatcher.ts',
    find: '    const context = new HandlerContext(store, claim, work, end);',
    replace: `    await store.complete(key, claim.fence);
    const context = new HandlerContext(store, claim, work, end);`,
  },
  {
    name: 'one-record-for-all-handlers',
    what: 'the first handler that succeeds completes the event for the others',
    file: 'lib/receiver/dispatch/event.dispatcher.ts',
    find: '      const key = `${event.key}@${handler.id}`;',
    replace: '      const { key } = event;',
  },
  {
    name: 'running-event-acknowledged',
    what: 'an event that another process handles counts as handled',
    file: 'lib/receiver/dispatch/event.dispatcher.ts',
    find: `return claim.state === 'done' ? 'duplicate' : 'running';`,
    replace: `return 'duplicate';`,
    test: 'test/receiver/receiver.e2e-spec.ts',
  },
  {
    name: 'later-refunds-ignored',
    what: 'the refunds of a Pix are one event',
    file: 'lib/receiver/events.ts',
    find: '`devolucao:${pix.endToEndId}:${devolucao.id}:${devolucao.status}`,',
    replace: '`devolucao:${pix.endToEndId}:${devolucao.status.slice(0, 0)}`,',
  },
  {
    name: 'pending-refund-reported',
    what: 'a refund that has not ended is reported as ended',
    file: 'lib/receiver/events.ts',
    find: `  return devolucao.status === 'DEVOLVIDO' || devolucao.status === 'NAO_REALIZADO';`,
    replace: `  return devolucao.status !== '';`,
  },
  {
    name: 'refused-refund-silent',
    what: 'a refund that failed is not reported',
    file: 'lib/receiver/events.ts',
    find: `  return devolucao.status === 'DEVOLVIDO' || devolucao.status === 'NAO_REALIZADO';`,
    replace: `  return devolucao.status === 'DEVOLVIDO';`,
  },
  {
    name: 'number-amount-passed-on',
    what: 'an amount that is a JSON number is passed on as one',
    file: 'lib/receiver/events.ts',
    find: '  return withTextAmounts(item, valor, devolucoes) as object as Pix;',
    replace: '  return item as object as Pix;',
  },
  {
    name: 'number-amount-refused',
    what: 'a Pix whose amount is a JSON number is not read',
    file: 'lib/receiver/events.ts',
    find: `  const valor = toDecimalText(item.valor);
  if (!matches`,
    replace: `  const valor = isText(item.valor) ? item.valor : undefined;
  if (!matches`,
  },
  {
    name: 'cursor-saved-first',
    what: 'the reconciler saves its cursor before it passes the Pix on',
    file: 'lib/receiver/provider/pix-reconciler.ts',
    find: '    let least = saved ?? period.inicio;',
    replace: `    let least = saved ?? period.inicio;
    await cursor.save(now);`,
  },
  {
    name: 'first-run-from-now',
    what: 'the first run of the reconciler looks back at nothing',
    file: 'lib/receiver/provider/pix-reconciler.ts',
    find: 'saved.getTime() - overlap : now.getTime() - lookback;',
    replace: 'saved.getTime() - overlap : now.getTime();',
  },
  {
    name: 'overlap-ignored',
    what: 'the reconciler does not read again what the bank may list late',
    file: 'lib/receiver/provider/pix-reconciler.ts',
    find: '    const from = saved ? saved.getTime() - overlap :',
    replace: '    const from = saved ? saved.getTime() :',
  },
  {
    name: 'older-refunds-skipped',
    what: 'the reconciler does not read the refunds of older Pix',
    file: 'lib/receiver/provider/pix-reconciler.ts',
    find: '    await this.#reconcileOlderRefunds(period, run);',
    replace: '    if (run.counter.listed < 0) await this.#reconcileOlderRefunds(period, run);',
  },
  {
    name: 'unsettled-pix-passed',
    what: 'the reconciler does not remember which Pix failed',
    file: 'lib/receiver/provider/reconciliation.ts',
    find: '    if (!isSettled(outcome) && horario !== undefined) this.hold(horario);',
    replace: `    if (outcome === 'refused' && horario !== undefined) this.hold(horario);`,
  },
  {
    name: 'any-amount-pays',
    what: 'a Pix with another amount pays the order',
    file: 'test/dst/orders.ts',
    find: `  return order.amounts.includes(valor) ? undefined : 'another amount';`,
    replace: '  return undefined;',
  },
  {
    name: 'second-payment-unnoticed',
    what: 'a second Pix pays an order again',
    file: 'test/dst/orders.ts',
    find: `  if (order.state === 'paid') return 'paid twice';
`,
    replace: '',
  },
  {
    name: 'amount-booked-as-number',
    what: 'an amount passes through a number on its way to the books',
    file: 'test/dst/orders.ts',
    find: `    const order = this.findByTxid(txid);
    const task = resolveTask(order, valor);`,
    replace: `    valor = String(Number(valor));
    const order = this.findByTxid(txid);
    const task = resolveTask(order, valor);`,
  },
  {
    name: 'booked-outside-transaction',
    what: 'a Pix is booked outside the transaction that completes its event',
    file: 'test/dst/shop-handlers.ts',
    find: '      transaction.change(change);',
    replace: '      change();',
  },
  {
    name: 'unknown-refund-requested-again',
    what: 'a refund with an unknown outcome is requested under a new identifier',
    file: 'test/dst/shop.ts',
    find: `    if ((await this.requestRefund(entry, decision, share)) === 'failed') {`,
    replace: `    if ((await this.requestRefund(entry, decision, share)) !== 'ok') {`,
  },
  {
    name: 'unknown-refund-booked',
    what: 'a refund with an unknown outcome is booked as made',
    file: 'test/dst/shop.ts',
    find: `        else refund.state = call.outcome === 'failed' ? 'refused' : 'unknown';`,
    replace: `        else refund.state = call.outcome === 'failed' ? 'refused' : 'accepted';`,
  },
  {
    name: 'refund-end-of-another',
    what: 'the end of a refund is booked for another refund of the Pix',
    file: 'test/dst/shop-handlers.ts',
    find: 'books.refunds.get(`${pix.endToEndId}/${devolucao.id}`);',
    replace: '[...books.refunds.values()].find(({ endToEndId }) => endToEndId === pix.endToEndId);',
  },
  {
    name: 'first-refusal-definite',
    what: 'a refusal of the first attempt is definite without a read',
    file: 'lib/client/recover.ts',
    find: `    if (row.refusal !== true || !isPixAPIException(error)) return 'none';`,
    replace: `    if (row.refusal !== true || !isPixAPIException(error) || this.#unknown === undefined) return 'none';`,
  },
  {
    name: 'refusal-not-awaited',
    what: 'a refusal is definite before a replica can show the effect',
    file: 'lib/client/recover.ts',
    find: '    const isSettled = this.tools.runtime.elapsed() - this.#endedAt >= this.call.plan.readLag;',
    replace: '    const isSettled = true;',
  },
  {
    name: 'late-attempt-forgotten',
    what: 'a refusal is definite although an earlier attempt may still arrive',
    file: 'lib/client/recover.ts',
    find: '    this.#mayArrive ||= row.mayArrive === true;',
    replace: '    this.#mayArrive = false;',
    test: 'test/client/retry.spec.ts',
  },
  {
    name: 'unknown-reported-definite',
    what: 'an attempt that may have taken effect is reported as a definite failure',
    file: 'lib/client/recover.ts',
    find: '    return isComplete ? error : error.withUnknownResult(this.call.plan.context.lookup);',
    replace:
      '    return isComplete || error.status !== undefined ? error : error.withUnknownResult(this.call.plan.context.lookup);',
  },
  {
    name: 'absence-at-once',
    what: 'a read without the record proves at once that the write had no effect',
    file: 'lib/client/settle.ts',
    find: "  return whenOver(state, state.wasShown ? 'unknown' : 'refused');",
    replace: "  return 'refused';",
  },
  {
    name: 'removal-seen-by-replica',
    what: 'a replica without the record proves its removal',
    file: 'lib/client/settle.ts',
    find: `      return state.isFresh || state.refusal === 'missing' ? 'done' : 'read';`,
    replace: `      return 'done';`,
    test: 'test/client/settle.spec.ts',
  },
  {
    name: 'change-not-compared',
    what: 'a record in which nothing changed proves a change',
    file: 'lib/client/settle.ts',
    find: `  if (findMoneyDifferences(operation, body, record).length > 0) return 'different';
`,
    replace: `  if (kind === 'change') return 'equal';
`,
  },
  {
    name: 'text-of-change-not-compared',
    what: 'a change is done although the record has another text',
    file: 'lib/client/settle.ts',
    find: `  const isEqual = kind !== 'change' ||`,
    replace: `  const isEqual = kind === 'change' || kind !== 'change' ||`,
  },
  {
    name: 'text-decides-create',
    what: 'a create is not done if the bank changes a text',
    file: 'lib/client/settle.ts',
    find: `  const isEqual = kind !== 'change' || findDifferences`,
    replace: '  const isEqual = findDifferences',
  },
  {
    name: 'ended-record-created',
    what: 'a create is done although its record was refused',
    file: 'lib/client/settle.ts',
    find: `  if ((kind === 'create' || kind === 'step') && hasEnded) return 'conflict';
`,
    replace: `  if ((kind === 'create' || kind === 'step') && hasEnded) return 'done';
`,
  },
  {
    name: 'difference-at-once',
    what: 'a record that differs is a failure before a replica can show the effect',
    file: 'lib/client/settle.ts',
    find: "  return whenOver(state, isExcluded ? failure : 'unknown');",
    replace: '  return failure;',
  },
  {
    name: 'recent-charge-at-once',
    what: 'a replica with a charge of the last minute proves a create at once',
    file: 'lib/client/settle.ts',
    find: '    isLasting: since !== undefined || end.isFinal || isFixed,',
    replace:
      "    isLasting: since !== undefined || end.isFinal || isFixed || (kind === 'create' && age !== 'older'),",
    test: `${MODEL} (PUT /cob)`,
  },
  {
    name: 'revisions-not-read',
    what: 'a charge that another writer revised is a failure, although an earlier revision is what was sent',
    file: 'lib/client/read-back.ts',
    find: `      match === 'different' && hasRevisions(sent) && (await isRevised(sent, reading, read));`,
    replace:
      '      match === undefined && hasRevisions(sent) && (await isRevised(sent, reading, read));',
    test: 'test/client/settle.spec.ts',
  },
  {
    name: 'denial-unread',
    what: 'a refused account is definite without a read',
    file: 'lib/client/recover.ts',
    find: "throw refusal === 'stateless' ? error",
    replace: "throw refusal !== 'stateful' ? error",
  },
  {
    name: 'denied-read-decides',
    what: 'a refused account is definite although its read is refused too',
    file: 'lib/client/settle.ts',
    find: `    case 'denied':
      return 'unknown';`,
    replace: `    case 'denied':
      return state.refusal === 'denied' ? 'refused' : 'unknown';`,
  },
  {
    name: 'failed-read-decides',
    what: 'a refused account is definite although its read failed',
    file: 'lib/client/settle.ts',
    find: `    case 'unreadable':
      return 'read';`,
    replace: `    case 'unreadable':
      return state.refusal === 'denied' ? 'refused' : 'read';`,
  },
  {
    name: 'denial-forgotten',
    what: 'a limit is forgotten if the repeat after it was not sent',
    file: 'lib/client/recover.ts',
    find: "    this.#denied = row.write === 'refused' ? error : (denied ?? this.#denied);",
    replace: "    this.#denied = row.write === 'refused' ? error : denied;",
  },
  {
    name: 'notice-is-webhook',
    what: "a gateway's notice is taken for a webhook that is there",
    file: 'lib/client/settle.ts',
    find: "    return rule.required?.every((path) => valueAt(record, path.split('.'))) ?? true;",
    replace: '    return true;',
    test: 'test/client/settle.spec.ts',
  },
  {
    name: 'notified-unstored',
    what: 'the simulated bank notifies a change that its disk then refuses',
    file: 'devkit/simulator/domain/deliveries.ts',
    find: `    if (!(await this.#isStored(record))) return;
    const ended`,
    replace: '    const ended',
    test: 'test/simulator/persistence/state-file.spec.ts',
  },
  {
    name: 'response-number-amount',
    what: 'a response contains an amount that is a number',
    file: 'lib/client/record.ts',
    find: `  normalizeAmounts(operation, record);
`,
    replace: '',
  },
];

/** Returns the defects whose text the library does not have exactly once any more. */
export function findStale(defects: readonly Defect[]): ReadonlySet<Defect> {
  const stale = defects.filter(({ file, find }) => {
    const path = fileURLToPath(new URL(file, root));
    return !existsSync(path) || readFileSync(path, 'utf8').split(find).length !== 2;
  });
  return new Set(stale);
}
