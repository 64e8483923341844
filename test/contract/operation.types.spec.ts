import { describe, expect, it } from '@jest/globals';
import { cobOperations, type PixOperation, type PixSettlement } from '../../lib/contract/index.js';

const { get, list, create, createWithTxid } = cobOperations;
const rows: PixOperation[] = [get, list, create, createWithTxid];

describe('PixOperation', () => {
  it('does not compile with an impossible combination', () => {
    // @ts-expect-error: a read cannot have the repeat of a write
    rows.push({ ...get, repeat: 'idempotent' });
    // @ts-expect-error: a read is a GET
    rows.push({ ...get, method: 'PUT' });
    // @ts-expect-error: a read has no body
    rows.push({ ...get, requestBody: 'required', body: create.body });
    // @ts-expect-error: a read needs no settlement
    rows.push({ ...get, settle: createWithTxid.settle });
    // @ts-expect-error: a write under a known identifier is settled by reading
    rows.push({ ...createWithTxid, settle: undefined });
    // @ts-expect-error: a required body has a class
    rows.push({ ...create, body: undefined });
    // @ts-expect-error: a write without a body has no body class
    rows.push({ ...create, requestBody: 'none' });
    // @ts-expect-error: a write has no pages
    rows.push({ ...create, items: 'cobs' });
    expect(rows).toHaveLength(12);
  });

  it('is settled with operations that read', () => {
    const { settle } = createWithTxid;
    // @ts-expect-error: a write reads no record
    const wrong: PixSettlement = { ...settle, read: create };
    // @ts-expect-error: a page is not a record
    const page: PixSettlement = { ...settle, read: list };
    // @ts-expect-error: a single record is not a list
    rows.push({ ...create, candidates: { list: get } });
    expect([wrong.read, page.read]).toEqual([create, list]);
  });
});
