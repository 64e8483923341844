import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A defect of an earlier version, as the text that restores it. */
export interface Defect {
  readonly name: string;
  /** Description of the defect. */
  readonly what: string;
  /** Path from the project's folder. */
  readonly file: string;
  /** Text that occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

const root = new URL('../../', import.meta.url);

/** Defects of earlier versions that concern money and the rules of the domain. */
export const defects: readonly Defect[] = [
  {
    name: 'create-repeated-after-503',
    what: 'a create whose identifier the provider chooses is sent again after a 503',
    file: 'lib/client/outcome.ts',
    find: "  if (status >= 500) return 'server-error';",
    replace: "  if (status === 503) return 'limited';\n  if (status >= 500) return 'server-error';",
  },
  {
    name: 'earlier-unknown-hidden',
    what: 'a definite failure of the last attempt hides an earlier unknown outcome',
    file: 'lib/client/call-recovery.ts',
    find: `    if (repeat !== 'safe' && row.write === 'unknown' && isPixAPIException(error)) {
      this.#unknown = error;
    }`,
    replace: `    const isUnknown = repeat !== 'safe' && row.write === 'unknown' && isPixAPIException(error);
    this.#unknown = isUnknown ? error : undefined;`,
  },
  {
    name: 'cancel-repeated-unread',
    what: 'a cancel whose response was lost is sent again without a read, and fails',
    file: 'lib/client/call-recovery.ts',
    find: `    if (this.#unknown === undefined) {
      const mayRepeat = repeat === 'safe' ? row.repeatRead : row.repeatWrite;`,
    replace: `    if (this.#unknown === undefined || repeat === 'idempotent') {
      const reads = repeat === 'safe' || repeat === 'idempotent';
      const mayRepeat = reads ? row.repeatRead : row.repeatWrite;`,
  },
  {
    name: 'any-record-accepted',
    what: 'any response to a read is accepted as the record',
    file: 'lib/client/identifier.ts',
    find: '  const value: unknown = Reflect.get(record, field);',
    replace: `  if (params !== undefined) return undefined;
  const value: unknown = Reflect.get(record, field);`,
  },
  {
    name: 'few-fields-compared',
    what: 'a record is compared only by its amount and key',
    file: 'lib/client/settlement/resolve-record.ts',
    find: '  const fields = [...findDifferences(dto, without(body, parts?.field), record), ...partDifferences];',
    replace: `  const known = new Set(['valor', 'valor.original', 'chave']);
  const fields = findDifferences(dto, without(body, parts?.field), record).filter((path) => known.has(path));`,
  },
  {
    name: '408-refused',
    what: 'a 408 counts as a refusal',
    file: 'lib/client/outcome.ts',
    find: "  'early-or-late': { when: '408, 425', write: 'unknown', ...readAgain },",
    replace: "  'early-or-late': { when: '408, 425', write: 'refused', ...readAgain },",
  },
  {
    name: '409-refused',
    what: 'a 409 counts as a refusal',
    file: 'lib/client/outcome.ts',
    find: "  conflict: { when: '409', write: 'unknown', ...never },",
    replace: "  conflict: { when: '409', write: 'refused', ...never },",
  },
  {
    name: '520-refused',
    what: 'a status of a content delivery network (520, 522, 524) counts as a refusal',
    file: 'lib/client/outcome.ts',
    find: "  if (status >= 500) return 'server-error';",
    replace: "  if (status >= 520) return 'rejected';\n  if (status >= 500) return 'server-error';",
  },
  {
    name: '3xx-refused',
    what: 'a redirect counts as a refusal',
    file: 'lib/client/outcome.ts',
    find: "  redirect: { when: '3xx, or below 200', write: 'unknown', ...never },",
    replace: "  redirect: { when: '3xx, or below 200', write: 'refused', ...never },",
  },
  {
    name: 'identifier-unchecked',
    what: 'a success without the identifier, or with another one, is accepted',
    file: 'lib/client/success.ts',
    find: '  if (problem !== undefined) throw invalid(problem);',
    replace: '  if (problem === undefined) return body;',
  },
  {
    name: 'token-wait-unbounded',
    what: 'the wait for a token is not bounded by the deadline of the call',
    file: 'lib/client/attempt.ts',
    find: '    const token = await this.tokens.getToken(scopes, limits, family);',
    replace: '    const token = await this.tokens.getToken(scopes, undefined, family);',
  },
  {
    name: 'token-store-unbounded',
    what: 'a token store that does not respond blocks the call',
    file: 'lib/auth/guarded-token-store.ts',
    find: "      const stored = await within(this.runtime, LIMIT_MS, 'The token store', reading);",
    replace: '      const stored = await reading;',
  },
  {
    name: 'close-does-not-wait',
    what: 'a client that closes does not wait for its calls',
    file: 'lib/client/in-flight.ts',
    find: '    if (this.#count === 0 || ms === 0) return;',
    replace: '    if (this.#count === 0 || ms >= 0) return;',
  },
  {
    name: 'stale-connection-fails',
    what: 'a stale connection fails a call when repeats are off',
    file: 'lib/client/call-recovery.ts',
    find: '    if (this.#staleRepeated || !isStaleConnection(error)) return false;',
    replace: '    if (this.#staleRepeated || isStaleConnection(error) || true) return false;',
  },
  {
    name: 'unreadable-write-unsettled',
    what: 'a write with an unreadable response is not settled',
    file: 'lib/client/outcome.ts',
    find: `    when: '2xx without a readable body, without the identifier or with another one',
    write: 'unknown',
    ...readAgain,`,
    replace: `    when: '2xx without a readable body, without the identifier or with another one',
    write: 'unknown',
    ...readAgain,
    settle: false,`,
  },
  {
    name: 'full-disk-answers-201',
    what: 'the simulator answers 201 when its disk is full',
    file: 'lib/simulator/persistence/state-writer.ts',
    find: `      this.#refused = Buffer.byteLength(lines);
      this.listener.failed(error);
      this.#undo();
      return false;`,
    replace: `      this.listener.failed(error);
      return true;`,
  },
  {
    name: 'unreadable-read-not-repeated',
    what: 'a read with an unreadable response is not repeated',
    file: 'lib/client/outcome.ts',
    find: `    when: '2xx without a readable body, without the identifier or with another one',
    write: 'unknown',
    ...readAgain,`,
    replace: `    when: '2xx without a readable body, without the identifier or with another one',
    write: 'unknown',
    ...never,`,
  },
  {
    name: 'completion-unfenced',
    what: 'an event is completed without its fencing number, apart from the handler',
    file: 'lib/receiver/dispatch/handler-run.ts',
    find: `    await this.#store.completeIn(transaction, key, this.fence);
    this.#completesItself = true;`,
    replace: '    await Promise.resolve([transaction, key]);',
  },
  {
    name: 'sent-pix-handled',
    what: 'a sent Pix is handled as a received one',
    file: 'lib/receiver/notifications/read-notification.ts',
    find: '  if (isPixEnviado(item)) {',
    replace:
      '  if (isPixEnviado(item) && Reflect.deleteProperty(item, "tipo") && isPixEnviado({})) {',
  },
  {
    name: 'cursor-moves-past-failure',
    what: 'the reconciler advances its cursor past a failed event',
    file: 'lib/receiver/provider/reconciler/reconciliation.ts',
    find: '    return new Date(Math.max(least.getTime(), Math.min(most.getTime(), this.#unsettled)));',
    replace: '    return new Date(Math.max(least.getTime(), most.getTime()));',
  },
];

/** @throws Error that names the defects whose text is not found, because the library has changed */
export function checkDefects(): void {
  const missing = defects.filter(({ file, find }) => {
    const text = readFileSync(fileURLToPath(new URL(file, root)), 'utf8');
    return text.split(find).length !== 2;
  });
  if (missing.length === 0) return;
  const names = missing.map(({ name, file }) => `${name} (${file})`).join(', ');
  throw new Error(`The text of these defects is not found once any more: ${names}. Update them.`);
}
