const MOST = 1_000;

/** How many items a list shows: `limit` of its query, 50 by default. */
export function limitOf(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? 50);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, MOST) : 50;
}
