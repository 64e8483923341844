import { describe, expect, it } from '@jest/globals';
import { defineRoute } from '../../../devkit/simulator/control-api/route.js';

describe('defineRoute', () => {
  it('does not compile with a path parameter that the path template does not name', () => {
    const routes = [
      defineRoute({
        method: 'GET',
        path: '/charges/{txid}',
        action: ({ params: { txid } }): string => txid,
      }),
      defineRoute({
        method: 'GET',
        path: '/charges/{txid}',
        // @ts-expect-error: the parameter of the path is txid
        action: ({ params: { txId } }) => txId as unknown,
      }),
      defineRoute({
        method: 'GET',
        path: '/charges',
        // @ts-expect-error: the path has no parameter
        action: ({ params: { txid } }) => txid as unknown,
      }),
    ];
    expect(routes.map(({ path }) => path)).toEqual([
      '/charges/{txid}',
      '/charges/{txid}',
      '/charges',
    ]);
  });
});
