import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { findOperation } from '../../lib/contract/index.js';
import { AccountLog } from '../../lib/observe/index.js';
import { readNotification } from '../../lib/receiver/events.js';
import { InMemoryClient } from './support/in-memory-client.js';

// What can be counted exactly, so that a slow-down does not need a clock to be noticed.

const TXID = 'a'.repeat(26);
const JSON_TYPE = { 'content-type': 'application/json' };

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a call', () => {
  it('parses its response once, and writes its body once', async () => {
    const bank = new InMemoryClient();
    const body = JSON.stringify({
      txid: TXID,
      status: 'ATIVA',
      chave: 'pix@example.com',
      valor: { original: '37.00' },
    });
    bank.script({ body, headers: JSON_TYPE });
    const parse = jest.spyOn(JSON, 'parse');
    const write = jest.spyOn(JSON, 'stringify');
    await bank.client.cob.createWithTxid(TXID, {
      calendario: { expiracao: 60 },
      valor: { original: '37.00' },
      chave: 'pix@example.com',
    });
    const [request] = bank.requests;
    expect(parse.mock.calls.filter(([text]) => text === body)).toHaveLength(1);
    expect(write.mock.results.filter(({ value }) => value === request?.body)).toHaveLength(1);
  });

  it('uses the plan that the first call of its operation has built', async () => {
    const bank = new InMemoryClient();
    bank.answer = () => ({ body: { txid: TXID } });
    const read: PropertyKey[] = [];
    const operation = new Proxy(findOperation('cob.get')!, {
      get: (target, name) => {
        read.push(name);
        return Reflect.get(target, name) as unknown;
      },
    });
    const count = async () => {
      read.length = 0;
      await bank.caller.call(operation, { params: { txid: TXID } });
      return read.length;
    };
    const first = await count();
    expect(await count()).toBeLessThan(first);
  });

  it('builds no text of a line that the logger does not print', () => {
    jest.spyOn(Logger, 'isLevelEnabled').mockImplementation((level) => level === 'fatal');
    let built = 0;
    const error = Object.defineProperty(new Error(), 'message', {
      get: () => `text ${(built += 1)}`,
    });
    const account = { name: 'default', provider: 'efi', environment: 'production' } as const;
    const call = { kind: 'call', operation: 'cob.get', outcome: 'failure', account } as const;
    new AccountLog().ended(call as never, 1, error);
    expect(built).toBe(0);
  });
});

describe('a notification', () => {
  it('with more Pix costs as much for each', () => {
    const count = (pix: number) => {
      let reads = 0;
      const item = {
        get endToEndId() {
          reads += 1;
          return 'E1234567820240115abcdefghijk1234';
        },
        valor: '37.00',
        horario: '2026-01-01T00:00:00Z',
      };
      jest.spyOn(JSON, 'parse').mockReturnValueOnce({ pix: Array(pix).fill(item) });
      const rules = { accepted: new Set(['pix'] as const), maxEvents: 1000 };
      expect(readNotification('{}', rules)).toMatchObject({ events: { length: pix } });
      return reads / pix;
    };
    expect(count(400)).toBe(count(10));
  });
});
