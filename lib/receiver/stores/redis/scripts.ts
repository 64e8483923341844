import { RedisScript } from './redis-script.js';

/**
 * The value of a key is `kind|owner|fence|digest`. The kinds are `lease` (a process handles the
 * event), `free` (it failed) and `done`. Earlier versions wrote `done` or only the owner.
 */
const PARSE = `
local function read(key)
  local held = redis.call('GET', key)
  if not held then return nil end
  local kind, owner, fence, digest = string.match(held, '^(%a+)|([^|]*)|([^|]*)|(.*)$')
  if kind then return kind, owner, fence, digest, held end
  return held == 'done' and 'done' or 'lease', held, '0', '', held
end`;

/**
 * Runs `code` for each `key`, with its `value`: the arguments that follow the first `shared` ones.
 * Reads all keys first, so that a key that another program uses fails the script before it has
 * changed one.
 */
function forEachKey(shared: number, code: string): string {
  return `${PARSE}
local results = {}
for _, key in ipairs(KEYS) do redis.call('GET', key) end
for index, key in ipairs(KEYS) do
  local value = ARGV[${shared} + index]
  local kind, owner, fence, digest, held = read(key)
${code}
end
return results`;
}

/**
 * ARGV: owner, lease in ms, then the digest of each key. Takes free keys. Returns for each the
 * state in which it was found, its fence, the previous digest and whether the key was known. The
 * fence is the server's clock in microseconds, so that it also grows after a lease has expired.
 */
export const CLAIM = new RedisScript(
  forEachKey(
    2,
    `  if kind == 'done' or kind == 'lease' then
    results[index] = { kind == 'done' and 'done' or 'running', '', digest, '1' }
  else
    local time = redis.call('TIME')
    local next = math.max(time[1] * 1000000 + time[2], (tonumber(fence) or 0) + 1)
    local text = string.format('%.0f', next)
    redis.call('SET', key, 'lease|' .. ARGV[1] .. '|' .. text .. '|' .. value, 'PX', ARGV[2])
    results[index] = { 'new', text, digest or '', held and '1' or '0' }
  end`,
  ),
);

/** ARGV: ttl in ms. Also completes keys whose lease was lost: the handler has succeeded. */
export const COMPLETE = new RedisScript(
  forEachKey(
    1,
    `  redis.call('SET', key, 'done|||' .. (digest or ''), 'PX', ARGV[1])
  results[index] = 1`,
  ),
);

/** ARGV: owner, fence or nothing, ttl in ms. For one key. */
export const RELEASE = new RedisScript(`${PARSE}
local kind, owner, fence, digest = read(KEYS[1])
if kind ~= 'lease' or owner ~= ARGV[1] or (ARGV[2] ~= '' and fence ~= ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], 'free||' .. fence .. '|' .. digest, 'PX', ARGV[3])
return 1`);

/**
 * ARGV: owner, lease in ms, then the fence of each key. Also renews a key that expired or was lost,
 * unless another owner has it.
 */
export const RENEW = new RedisScript(
  forEachKey(
    2,
    `  if kind == 'done' then
    results[index] = 'done'
  elseif held and (kind ~= 'lease' or owner ~= ARGV[1] or fence ~= value) then
    results[index] = 'lost'
  else
    redis.call('SET', key, held or ('lease|' .. ARGV[1] .. '|' .. value .. '|'), 'PX', ARGV[2])
    results[index] = 'held'
  end`,
  ),
);
