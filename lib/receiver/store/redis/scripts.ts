/** What stands in a key: the owner of a lease, or this. No owner is called so. */
export const DONE = 'done';

/** KEYS: event. ARGV: owner, lease in ms. Takes a free key, and says how it stood. */
export const BEGIN = `
local held = redis.call('GET', KEYS[1])
if held == '${DONE}' then return 'done' end
if held then return 'running' end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 'new'`;

/** KEYS: event. ARGV: ttl in ms. Also when the lease was lost meanwhile: the handler did succeed. */
export const COMPLETE = `return redis.call('SET', KEYS[1], '${DONE}', 'PX', ARGV[1])`;

/** KEYS: event. ARGV: owner. */
export const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** KEYS: event. ARGV: owner, lease in ms. Also of a key that ended or was lost meanwhile, unless somebody else has it. */
export const RENEW = `
local held = redis.call('GET', KEYS[1])
if held and held ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;
