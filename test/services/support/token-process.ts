/** A process that requests tokens through Redis. Its first message has its options; each `ask` requests tokens. */
import 'reflect-metadata';
import { once } from 'node:events';
import { createPixClient, type PixModuleOptions } from '../../../lib/index.js';
import { RedisTokenStore } from '../../../lib/redis.js';
import { openRedis } from './servers.js';

export interface TokenOrder {
  options: Omit<PixModuleOptions, 'tokenStore'>;
  encryptionKey: string;
  prefix: string;
}

const [{ options, encryptionKey, prefix }] = (await once(process, 'message')) as [TokenOrder];
const redis = await openRedis();
const tokenStore = new RedisTokenStore(redis, { encryptionKey, prefix });
const client = await createPixClient({ ...options, tokenStore });

process.on('message', () => {
  void Promise.all(Array.from({ length: 20 }, () => client.tokens.getToken())).then(
    (tokens) => process.send?.([...new Set(tokens)]),
    (error: unknown) => process.send?.([String(error)]),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
