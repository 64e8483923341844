const MAX_LIMIT = 1_000;

/** Parses the number of items of a list: the query parameter `limit`, at most 1000. Default: 50. */
export function parseLimit(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? 50);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, MAX_LIMIT) : 50;
}
