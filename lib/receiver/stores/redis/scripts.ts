import { RedisScript } from './redis-script.js';

/**
 * The value of a key is `kind|owner|fence|digest`. The kinds are `lease` (a process handles the
 * event), `free` (it failed) and `done`. Earlier versions wrote `done` or only the owner.
 */
const PARSE = `
local kind, owner, fence, digest
local held = redis.call('GET', KEYS[1])
if held then
  kind, owner, fence, digest = string.match(held, '^(%a+)|([^|]*)|([^|]*)|(.*)$')
  if not kind then
    kind, owner, fence, digest = held == 'done' and 'done' or 'lease', held, '0', ''
  end
end`;

/**
 * ARGV: owner, lease in ms, digest. Takes a free key. Returns the state in which it was found, its
 * fence, the previous digest and whether the key was known. The fence is the server's clock in
 * microseconds, so that it also grows after a lease has expired.
 */
export const CLAIM = new RedisScript(`${PARSE}
if kind == 'done' or kind == 'lease' then
  return { kind == 'done' and 'done' or 'running', '', digest, '1' }
end
local time = redis.call('TIME')
local next = math.max(time[1] * 1000000 + time[2], (tonumber(fence) or 0) + 1)
local text = string.format('%.0f', next)
redis.call('SET', KEYS[1], 'lease|' .. ARGV[1] .. '|' .. text .. '|' .. ARGV[3], 'PX', ARGV[2])
return { 'new', text, digest or '', held and '1' or '0' }`);

/** ARGV: ttl in ms. Also completes a key whose lease was lost: the handler has succeeded. */
export const COMPLETE = new RedisScript(`${PARSE}
return redis.call('SET', KEYS[1], 'done|||' .. (digest or ''), 'PX', ARGV[1])`);

/** ARGV: owner, fence or nothing, ttl in ms. */
export const RELEASE = new RedisScript(`${PARSE}
if kind ~= 'lease' or owner ~= ARGV[1] or (ARGV[2] ~= '' and fence ~= ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], 'free||' .. fence .. '|' .. digest, 'PX', ARGV[3])
return 1`);

/**
 * ARGV: owner, lease in ms, fence. Also renews a key that expired or was lost, unless another owner
 * has it.
 */
export const RENEW = new RedisScript(`${PARSE}
if kind == 'done' then return 'done' end
if held and (kind ~= 'lease' or owner ~= ARGV[1] or fence ~= ARGV[3]) then return 'lost' end
local value = held or ('lease|' .. ARGV[1] .. '|' .. ARGV[3] .. '|')
redis.call('SET', KEYS[1], value, 'PX', ARGV[2])
return 'held'`);
