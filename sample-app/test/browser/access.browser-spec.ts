import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import request from 'supertest';
import { waitUntil } from '../../../test/services/support/wait-until.js';
import { DEMO_ADMIN } from '../support/log-in.js';
import { ONE_SHIRT } from '../support/open-shop.js';
import { useShop } from './use-shop.js';

const opened = useShop();

const openPage = (options: object = {}) => opened.browser.newPage({ locale: 'pt-BR', ...options });

/** Presses Tab until the element with the text or the label has the focus, as a person without a mouse does. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const read = `(({ activeElement: it }) =>
    [it.textContent, it.getAttribute('aria-label'), it.labels?.[0]?.textContent])(document)`;
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press(key);
    const names = await page.evaluate<(string | null | undefined)[]>(read);
    if (names.some((one) => one?.trim() === name)) return;
  }
  throw new Error(`The focus never reached ${name}`);
}

async function pressOn(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');

const createPaidOrder = async () => {
  const { url } = opened.shop;
  const { body } = await request(url).post('/api/orders').send(ONE_SHIRT).expect(201);
  const { id } = body as { id: string };
  await request(url).post(`/api/demo/orders/${id}/pay`).expect(202);
  await waitUntil(async () => {
    const { body } = await request(url).get(`/api/orders/${id}`).expect(200);
    return body.status === 'PAGO';
  });
  return id;
};

describe('without a mouse', () => {
  it('a customer orders and pays, and a screen reader announces each status', async () => {
    const page = await openPage();
    await page.goto(opened.shop.url);
    await page.getByRole('heading', { name: 'Camiseta Ipê' }).waitFor();
    await pressOn(page, 'Adicionar um');
    await pressOn(page, 'Pagar com Pix');
    const status = page.locator('#status');
    await status.getByText('Aguardando pagamento').waitFor();
    await expect(focused(page)).resolves.toBe('Pague com Pix');
    await expect(status.getAttribute('role')).resolves.toBe('status');
    await page.evaluate('document.querySelector("#status").dataset.same = "yes"');
    await pressOn(page, 'Pagar no banco simulado');
    await status.getByText('Pagamento recebido').waitFor();
    // A live region announces changes only if it stays the same element.
    await expect(status.getAttribute('data-same')).resolves.toBe('yes');
    await page.close();
  });

  it('a person of the shop logs in and refunds, and the focus stays in the question', async () => {
    const id = await createPaidOrder();
    const page = await openPage();
    await page.goto(`${opened.shop.url}/admin/cobrancas/${id}`);
    await page.getByText('Com o banco simulado').waitFor();
    await page.waitForLoadState('networkidle');
    await tabTo(page, 'E-mail');
    await page.keyboard.type(DEMO_ADMIN.email);
    await tabTo(page, 'Senha');
    await page.keyboard.type(DEMO_ADMIN.senha);
    await expect(page.getByLabel('E-mail').inputValue()).resolves.toBe(DEMO_ADMIN.email);
    await page.keyboard.press('Enter');
    await page.getByText('Pagou a cobrança').waitFor();
    // A new page takes the focus after it is drawn. Keys before that would be lost.
    await page.locator('h1:focus').waitFor();
    await tabTo(page, 'Valor a devolver (R$)');
    await page.keyboard.type('7,00');
    await pressOn(page, 'Devolver');
    await page.getByRole('dialog').waitFor();
    await expect(focused(page)).resolves.toMatch(/^Não devolver|^Manter|^Voltar/);
    for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab']) {
      await page.keyboard.press(key);
      // The focus is in the dialog or in the browser's own bar, never on the page behind.
      await expect(
        page.evaluate(
          'document.activeElement === document.body || !!document.activeElement.closest("dialog")',
        ),
      ).resolves.toBe(true);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect(focused(page)).resolves.toBe('Devolver');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await pressOn(page, 'Sim, devolver');
    await page.getByText('Sem valor: tudo o que falta, R$\u00a030,00').waitFor();
    await page.close();
  });
});

describe('a person who types fast', () => {
  it('sends what was typed until the last key', async () => {
    const page = await openPage();
    await page.goto(`${opened.shop.url}/admin`);
    await page.getByLabel('Senha').fill('dem');
    // The last key of the password, and Enter before the page is painted again.
    await page.getByLabel('E-mail').fill(DEMO_ADMIN.email);
    await page.evaluate(`(async (input, value) => {
      input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve));
      input.form.requestSubmit();
    })(document.querySelector('[type=password]'), '${DEMO_ADMIN.senha}')`);
    await page.getByRole('button', { name: 'Sair' }).waitFor();
    await page.close();
  });
});

describe('on a phone', () => {
  it('the navigation shows the current page', async () => {
    const page = await openPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${opened.shop.url}/admin/usuarios`);
    await page.getByLabel('E-mail').fill(DEMO_ADMIN.email);
    await page.getByLabel('Senha').fill(DEMO_ADMIN.senha);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('heading', { name: 'Usuários' }).waitFor();
    const { x, width } = (await page.locator('nav [aria-current=page]').boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    await page.close();
  });
});

describe('zoom', () => {
  it.each([
    ['200 %', 640],
    ['400 %', 320],
  ])('of %s keeps the pages of a desktop within the width of the window', async (_, width) => {
    const id = await createPaidOrder();
    // A browser that zooms a window of 1280 pixels lays it out with so many.
    const page = await openPage({ viewport: { width, height: 430 } });
    for (const path of ['/', `/pedido/${id}`, '/assinaturas', '/admin']) {
      await page.goto(opened.shop.url + path);
      await page.getByRole('heading').first().waitFor();
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect({ path, overflow }).toEqual({ path, overflow: 0 });
    }
    await page.close();
  });
});

describe('reduced motion', () => {
  it('shows a payment without animations', async () => {
    const id = await createPaidOrder();
    const page = await openPage({ reducedMotion: 'reduce' });
    await page.goto(`${opened.shop.url}/pedido/${id}`);
    await page.getByRole('heading', { name: 'Pago!' }).waitFor();
    await expect(page.evaluate('document.getAnimations().length')).resolves.toBe(0);
    await page.close();
  });
});

describe('theme', () => {
  const background = 'getComputedStyle(document.body).backgroundColor';
  const LIGHT = 'rgb(251, 246, 234)';
  const DARK = 'rgb(22, 19, 13)';

  it('follows the system, until a person chooses one for all pages of this browser', async () => {
    const page = await openPage({ colorScheme: 'dark' });
    await page.goto(opened.shop.url);
    const theme = page.getByLabel('Tema');
    await expect(theme.inputValue()).resolves.toBe('system');
    await expect(page.evaluate(background)).resolves.toBe(DARK);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.evaluate(background)).resolves.toBe(LIGHT);

    await theme.selectOption('Escuro');
    await expect(page.evaluate(background)).resolves.toBe(DARK);
    for (const path of ['/', '/nada', '/admin']) {
      await page.goto(opened.shop.url + path);
      await expect(page.getByLabel('Tema').inputValue()).resolves.toBe('dark');
      await expect(page.evaluate(background)).resolves.toBe(DARK);
    }
    await page.getByLabel('Tema').selectOption('Do sistema');
    await page.reload();
    await expect(page.evaluate(background)).resolves.toBe(LIGHT);
    await page.close();
  });

  it('is applied before the first element of the page', async () => {
    const page = await openPage({ colorScheme: 'light' });
    await page.addInitScript(`
      localStorage.setItem('theme', 'dark');
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        window.themeAtBody = document.documentElement.dataset.theme;
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    `);
    await page.goto(opened.shop.url);
    await expect(page.evaluate('themeAtBody')).resolves.toBe('dark');
    await page.close();
  });
});
