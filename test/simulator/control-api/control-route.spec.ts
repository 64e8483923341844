import { describe, expect, it } from '@jest/globals';
import { route } from '../../../devkit/simulator/control-api/route.js';

describe('route', () => {
  it('does not compile with a path parameter that the path template does not name', () => {
    const routes = [
      route('GET /charges/{txid}', ({ params: { txid } }): string => txid),
      // @ts-expect-error: the parameter of the path is txid
      route('GET /charges/{txid}', ({ params: { txId } }) => txId as unknown),
      // @ts-expect-error: the path has no parameter
      route('GET /charges', ({ params: { txid } }) => txid as unknown),
    ];
    expect(routes.map(({ path }) => path)).toEqual([
      '/charges/{txid}',
      '/charges/{txid}',
      '/charges',
    ]);
  });
});
