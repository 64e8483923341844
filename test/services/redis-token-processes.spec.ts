import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { ScriptedProvider } from '../support/scripted-provider.js';
import { deleteKeys, openRedis, unique } from './support/servers.js';
import type { TokenOrder } from './support/token-process.js';

let provider: ScriptedProvider;
let redis: Redis;
let order: TokenOrder;
const children = new Set<ChildProcess>();

beforeEach(async () => {
  provider = await ScriptedProvider.start();
  redis = await openRedis();
  const { cert, key } = provider.client;
  order = {
    options: provider.options({ certificate: { cert, key } }),
    encryptionKey: randomBytes(32).toString('base64'),
    prefix: `${unique('pix_token')}:`,
  };
});

afterEach(async () => {
  await Promise.all([...children].map(kill));
  await deleteKeys(redis, order.prefix);
  redis.disconnect();
  await provider.close();
});

async function start(): Promise<ChildProcess> {
  const child = fork(resolve(import.meta.dirname, 'support/token-process.ts'), {
    cwd: resolve(import.meta.dirname, '../..'),
    execArgv: ['--import', './test/support/register-typescript.js'],
  });
  children.add(child);
  child.send(order);
  await once(child, 'message');
  return child;
}

/** Resolves with the tokens of 20 calls of a process. */
async function requestTokens(child: ChildProcess): Promise<string[]> {
  child.send('requestTokens');
  const [tokens] = (await once(child, 'message')) as [string[]];
  return tokens;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  children.delete(child);
}

async function until(condition: () => boolean): Promise<void> {
  for (let attempts = 0; !condition(); attempts += 1) {
    if (attempts > 2000) throw new Error('It did not happen within 20 s');
    await wait(10);
  }
}

/** Answers with numbered tokens after a delay. */
function answerAfter(ms: number): void {
  provider.token = async () => {
    const number = provider.tokenRequests.length;
    await wait(ms);
    return { body: { access_token: `token-${number}`, expires_in: 3600 } };
  };
}

describe('several processes with a RedisTokenStore', () => {
  it('share one token request', async () => {
    answerAfter(300);
    const processes = await Promise.all(Array.from({ length: 4 }, start));
    expect(await Promise.all(processes.map(requestTokens))).toEqual(
      processes.map(() => ['token-1']),
    );
    expect(await Promise.all(processes.map(requestTokens))).toEqual(
      processes.map(() => ['token-1']),
    );
    expect(provider.tokenRequests).toHaveLength(1);
  });

  it('wait for a request that takes longer than the lease of the lock', async () => {
    answerAfter(7000);
    const processes = await Promise.all([start(), start()]);
    expect(await Promise.all(processes.map(requestTokens))).toEqual([['token-1'], ['token-1']]);
    expect(provider.tokenRequests).toHaveLength(1);
  });

  it('take over from a process that is killed during its token request', async () => {
    provider.token = () => undefined; // never answers
    const [first, second] = await Promise.all([start(), start()]);
    void requestTokens(first).catch(() => undefined);
    await until(() => provider.tokenRequests.length === 1);
    const requested = requestTokens(second);
    await wait(500);
    expect(provider.tokenRequests).toHaveLength(1);
    answerAfter(0);
    const killedAt = performance.now();
    await kill(first);
    expect(await requested).toEqual(['token-2']);
    expect(performance.now() - killedAt).toBeLessThan(8000);
    expect(provider.tokenRequests).toHaveLength(2);
  });
});
