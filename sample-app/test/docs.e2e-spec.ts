import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { RequestMethod } from '@nestjs/common/enums/request-method.enum.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import request from 'supertest';
import { joinPaths } from '../src/backoffice/access/admin-route.js';
import { BACK_OFFICE_PATHS, SHOP_PATHS } from '../src/page/page-paths.js';
import { openShop, PLATFORMS, type Shop } from './support/open-shop.js';

const PAGES = [...SHOP_PATHS, ...BACK_OFFICE_PATHS, '/favicon.svg', '/theme.js', '/assets/:file'];

interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly responses: object;
}

/** Lists the routes of all controllers: `POST /api/orders`. */
function listRoutes({ app }: Shop): string[] {
  const scanner = new MetadataScanner();
  const controllers = app.get(DiscoveryService, { strict: false }).getControllers();
  return controllers.flatMap(({ metatype }) => {
    const { prototype } = metatype as Type<Record<string, object>>;
    return scanner.getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name]!;
      const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (method === undefined) return [];
      return joinPaths(metatype as Type, handler).map(
        (path) => `${RequestMethod[method]} /${path}`,
      );
    });
  });
}

describe.each(PLATFORMS)('document of the API on %s', (platform) => {
  let shop: Shop;
  let document: OpenAPIObject;
  beforeAll(async () => {
    shop = await openShop(platform);
    document = (await request(shop.url).get('/docs-json').expect(200)).body as OpenAPIObject;
  });
  afterAll(() => shop.close());

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
        ...operation,
        route: `${method.toUpperCase()} ${path}`,
      })),
    );

  it('has every route that is not a page', () => {
    const routes = listRoutes(shop).filter((route) => !PAGES.includes(route.split(' ')[1]!));
    expect(routes.length).toBeGreaterThan(50);
    const documented = operations().map(({ route }) => route.replaceAll(/\{(\w+)\}/g, ':$1'));
    expect(documented.sort()).toEqual(routes.sort());
  });

  it('says for each route what it does, where it belongs and how it fails', () => {
    for (const { route, summary, tags, responses, security } of operations()) {
      expect({ route, summary, tags }).toEqual({
        route,
        summary: expect.stringMatching(/^[A-ZÀ-Ý].{8,}/),
        tags: [expect.any(String)],
      });
      const isProtected = route.includes(' /api/admin') && !route.endsWith(' /api/admin/session');
      expect({ route, security }).toEqual({
        route,
        security: isProtected ? [{ sessao: [] }] : undefined,
      });
      const statuses = Object.keys(responses);
      expect({ route, has401: statuses.includes('401') }).toEqual({
        route,
        has401: isProtected || route === 'POST /api/admin/session',
      });
      expect({ route, has404: statuses.includes('404') }).toEqual({
        route,
        has404: route.includes('{'),
      });
    }
  });

  it('serves a page that loads only its own files, under the policy of all pages', async () => {
    const { text, headers } = await request(shop.url).get('/docs').expect(200);
    const home = await request(shop.url).get('/');
    expect(headers['content-security-policy']).toBe(home.headers['content-security-policy']);
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
    expect(files).toHaveLength(6);
    for (const file of files.filter((path) => path.startsWith('/docs/'))) {
      await request(shop.url).get(file).expect(200);
    }
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=/);
  });
});

describe('API_DOCS', () => {
  it('turns the document off', async () => {
    const shop = await openShop('express', { API_DOCS: 'off' });
    for (const path of ['/docs', '/docs-json', '/docs/swagger-ui.css']) {
      await request(shop.url).get(path).expect(404);
    }
  });
});
