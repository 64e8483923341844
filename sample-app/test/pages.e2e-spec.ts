import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { BACK_OFFICE_PATHS, SHOP_PATHS } from '../src/page/page-paths.js';
import { ONE_SHIRT, openShop, PLATFORMS, type Shop } from './support/open-shop.js';
import { ASSET } from './support/pages-folder.js';

const withoutParameter = (path: string) => !path.includes(':');

describe.each(PLATFORMS)('pages on %s', (platform) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(platform);
  });
  afterAll(() => shop.close());

  const api = () => request(shop.url);
  /** Every answer to a page is HTML that is not cached and runs only scripts of the shop. */
  const expectPage = async (path: string, status: number) => {
    const { headers, text } = await api().get(path).expect(status);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/);
    return text;
  };

  it.each(SHOP_PATHS.filter(withoutParameter))('serves the page %s of the shop', async (path) => {
    expect(await expectPage(path, 200)).toContain('<title>Loja Ipê</title>');
  });

  it.each(BACK_OFFICE_PATHS.filter(withoutParameter))(
    'serves the page %s of the back office, which search engines do not list',
    async (path) => {
      const text = await expectPage(path, 200);
      expect(text).toContain('<title>Área da loja · Loja Ipê</title>');
      expect(text).toContain('<meta name="robots" content="noindex" />');
    },
  );

  it('serves the page of an order', async () => {
    const { body } = await api().post('/api/orders').send(ONE_SHIRT).expect(201);
    const { id } = body as { id: string };
    expect(await expectPage(`/pedido/${id}`, 200)).toContain('<title>Loja Ipê</title>');
  });

  it.each([
    '/pedido/00000000-0000-4000-8000-000000000000',
    '/pedido/1',
    '/pedido',
    '/nada',
    '/a/b/c',
    '/administrar',
  ])('answers the unknown page %s with HTML', async (path) => {
    const text = await expectPage(path, 404);
    expect(text).toContain('<h1 id="title">Página não encontrada</h1>');
    expect(text).toContain('href="/"');
  });

  it.each(['/admin/nada', '/admin/cobrancas/1/2', '/Admin/nada?x=/'])(
    'answers the unknown page %s of the back office with a page that leads back there',
    async (path) => {
      const text = await expectPage(path, 404);
      expect(text).toContain('<title>Página não encontrada · Área da loja</title>');
      expect(text).toContain('href="/admin">Voltar para a área da loja</a>');
      expect(text).toContain('back-office');
    },
  );

  it.each(['/api/orders/1', '/API/orders/1', '/api/nada'])(
    'answers the unknown resource %s with JSON',
    async (path) => {
      const { body } = await api().get(path).expect(404).expect('Content-Type', /json/);
      expect(body).toMatchObject({ statusCode: 404 });
    },
  );

  it('lets browsers keep assets, whose names change with their content', async () => {
    const { headers } = await api().get(`/assets/${ASSET}`).expect(200);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('does not let browsers keep that an asset is missing', async () => {
    const { headers } = await api().get('/assets/shop-newer.js').expect(404);
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('serves the icon', async () => {
    await api()
      .get('/favicon.svg')
      .expect(200)
      .expect('Content-Type', /^image\/svg\+xml/);
  });

  it('serves no other file', async () => {
    for (const file of [
      '/package.json',
      '/..%2fpackage.json',
      '/%2e%2e%2f.env',
      '/assets/..%2findex.html',
      '/assets/%2e%2e',
      `/assets/${ASSET}.map`,
      '/index.htm',
    ]) {
      await api().get(file).expect(404);
    }
  });
});
