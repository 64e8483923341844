import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { ONE_SHIRT } from '../support/open-shop.js';
import { useShop } from './use-shop.js';

const opened = useShop();

const PHONE = { width: 390, height: 844 };

const createOrder = async () => {
  const { body } = await request(opened.shop.url).post('/api/orders').send(ONE_SHIRT).expect(201);
  return (body as { id: string }).id;
};

describe('built pages', () => {
  it('have assets with hashed names that browsers keep, and run under a strict policy', async () => {
    const get = (path: string) => request(opened.shop.url).get(path);
    for (const page of ['/', '/admin']) {
      const { headers, text } = await get(page).expect(200);
      expect(headers['cache-control']).toBe('no-cache');
      const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
        ([, file]) => file!,
      );
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) {
        expect(file).toMatch(/-[\w-]{8}\.(js|css)$/);
        await get(file).expect(200).expect('Cache-Control', 'public, max-age=31536000, immutable');
      }
      expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=/);
    }
  });

  it('load nothing of the back office in the shop, and nothing from other hosts', async () => {
    const page = await opened.browser.newPage({ locale: 'pt-BR' });
    const urls: string[] = [];
    page.on('request', (sent) => urls.push(sent.url()));
    await page.goto(`${opened.shop.url}/pedido/${await createOrder()}`);
    await page.getByText('Aguardando pagamento').waitFor();
    await page.getByRole('link', { name: 'Loja Ipê' }).click();
    await page.getByRole('heading', { name: 'Camiseta Ipê' }).waitFor();
    const paths = urls.filter((url) => !url.startsWith('data:')).map((url) => new URL(url));
    expect(new Set(paths.map(({ origin }) => origin))).toEqual(new Set([opened.shop.url]));
    const assets = paths
      .map(({ pathname }) => pathname)
      .filter((path) => path.startsWith('/assets/'));
    expect(assets.some((path) => path.includes('order-page'))).toBe(true);
    expect(assets.filter((path) => /admin|task/.test(path))).toEqual([]);
    await page.close();
  });
});

describe('page that was opened before a deployment', () => {
  it('is loaded again when the server no longer has its parts', async () => {
    const page = await opened.browser.newPage({ locale: 'pt-BR' });
    await page.route('**/assets/order-page*.js', (route) => route.fulfill({ status: 404 }), {
      times: 1,
    });
    await page.goto(opened.shop.url);
    await page.getByRole('button', { name: 'Adicionar um' }).first().click();
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    await page.getByText('Aguardando pagamento').waitFor();
    await page.close();
  });
});

describe('links of the old form', () => {
  it('lead to the order, also when the shop is open', async () => {
    const page = await opened.browser.newPage({ locale: 'pt-BR' });
    const [first, second] = [await createOrder(), await createOrder()];
    await page.goto(`${opened.shop.url}/#pedido/${first}`);
    await page.getByText('Aguardando pagamento').waitFor();
    expect(page.url()).toBe(`${opened.shop.url}/pedido/${first}`);

    await page.goto(opened.shop.url);
    await page.getByRole('heading', { name: 'Camiseta Ipê' }).waitFor();
    await page.evaluate(`location.hash = 'pedido/${second}'`);
    await page.waitForURL(`${opened.shop.url}/pedido/${second}`);
    await page.getByText('Aguardando pagamento').waitFor();
    await page.close();
  });
});

describe('history of the browser', () => {
  it('leads back from an order to the shop, and to the order again', async () => {
    const page = await opened.browser.newPage({ locale: 'pt-BR' });
    await page.goto(opened.shop.url);
    await page.getByRole('button', { name: 'Adicionar um' }).first().click();
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    await page.getByText('Aguardando pagamento').waitFor();
    await page.goBack();
    await page.getByText('Seu pedido está vazio').waitFor();
    await page.goForward();
    await page.getByText('Aguardando pagamento').waitFor();
    await page.close();
  });
});

describe('keyboard', () => {
  it('reaches the content first, and returns from the question to its button', async () => {
    const page = await opened.browser.newPage({ locale: 'pt-BR' });
    await page.goto(opened.shop.url);
    await page.getByRole('heading', { name: 'Camiseta Ipê' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.evaluate('document.activeElement.id')).resolves.toBe('conteudo');

    await page.goto(`${opened.shop.url}/pedido/${await createOrder()}`);
    const cancel = page.getByRole('button', { name: 'Cancelar pedido' });
    await cancel.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Manter pedido' }).waitFor();
    await expect(page.evaluate('document.activeElement.textContent')).resolves.toBe(
      'Manter pedido',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Manter pedido' }).waitFor({ state: 'hidden' });
    await expect(page.evaluate('document.activeElement.textContent')).resolves.toBe(
      'Cancelar pedido',
    );
    await page.close();
  });
});

describe('order on a phone', () => {
  it('shows the amount, "Copiar" and the button that pays without scrolling, "Copiar" first', async () => {
    const page = await opened.browser.newPage({ viewport: PHONE, locale: 'pt-BR' });
    await page.goto(`${opened.shop.url}/pedido/${await createOrder()}`);
    await page.getByText('Aguardando pagamento').waitFor();
    const tops: number[] = [];
    for (const target of [
      page.locator('#amount'),
      page.getByRole('button', { name: 'Copiar' }),
      page.getByRole('button', { name: 'Pagar no banco simulado' }),
      page.getByRole('img', { name: /QR Code/ }),
    ]) {
      tops.push((await target.boundingBox())!.y);
    }
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    expect(tops[2]).toBeLessThan(PHONE.height - 48);
    await page.close();
  });
});
