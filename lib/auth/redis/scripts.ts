/** KEYS: token. */
export const GET = `return redis.call('GET', KEYS[1])`;

/** KEYS: token. ARGV: value, lifetime in ms. */
export const SET = `return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`;

/** KEYS: token. */
export const DELETE = `return redis.call('DEL', KEYS[1])`;

/** KEYS: lock. ARGV: owner, lease in ms. Returns 1 to the process that gets the lock. */
export const LOCK = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
return 0`;

/** KEYS: lock. ARGV: owner, lease in ms. */
export const RENEW = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`;

/** KEYS: lock. ARGV: owner. */
export const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;
