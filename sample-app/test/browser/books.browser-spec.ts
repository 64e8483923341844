import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../test/support/browser.js';
import { Database } from '../../src/database/database.js';
import { BUILT_PAGES } from '../../src/http/pages.js';
import type { OrderView } from '../../src/orders/orders.controller.js';
import { ShopClient } from '../support/shop-client.js';
import { ONE_SHIRT, type Shop, startShop } from '../support/start-shop.js';

let browser: Browser | undefined;
let shop: Shop | undefined;
beforeAll(async () => {
  browser = await openBrowser();
  shop = await startShop({}, BUILT_PAGES);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

/** What the tables say of each day of Brasília, as the file of the books writes it. */
async function readDays(): Promise<string[]> {
  const day = (instant: string) =>
    sql.raw(`to_char(${instant} AT TIME ZONE 'America/Sao_Paulo', 'DD/MM/YYYY')`);
  const text = (total: string) => sql.raw(`replace(sum(${total})::numeric(14, 2)::text, '.', ',')`);
  const rows = await shop!.app.get(Database).rows<{ linha: string }>(sql`
    SELECT concat_ws(';', dia, ${text('recebido')}, sum(pagamentos), ${text('devolvido')}) AS linha FROM (
      SELECT ${day('horario')} AS dia, valor AS recebido, 1 AS pagamentos, 0 AS devolvido FROM pix_payment
      UNION ALL SELECT ${day('settled_at')}, 0, 0, valor FROM pix_refund WHERE state = 'returned'
    ) AS moved GROUP BY dia`);
  return rows.map(({ linha }) => linha);
}

it.each(['America/Manaus', 'Europe/Lisbon'])(
  'the chart and the file of the books have what the database has, in %s',
  async (timezoneId) => {
    const client = await ShopClient.logIn(shop!.url);
    const { id } = await client.post<OrderView>('orders', ONE_SHIRT);
    const { cobranca } = await client.becomes<OrderView>(`orders/${id}`, 'PENDENTE');
    await shop!.bank.control.pay(cobranca.identificador!);
    const paid = await client.becomes<OrderView>(`orders/${id}`, 'PAGO');
    const { endToEndId } = paid.cobranca.pagamentos[0]!;
    const part = { endToEndId, valor: '7.50', id: timezoneId.replace('/', '') };
    await client.post('admin/refunds', part);
    await client.until<OrderView>(`orders/${id}`, (order) => order.cobranca.devolvido === '7.50');
    const page = await browser!.newPage({ timezoneId, locale: 'pt-BR' });
    const [name, value] = client.cookie.split('=') as [string, string];
    await page.context().addCookies([{ name, value, url: `${shop!.url}/api/` }]);
    await page.goto(`${shop!.url}/admin/livros`);
    await page.getByText('Ver os números em uma tabela').click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Baixar em CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    const [head, ...lines] = file.replace('\ufeff', '').trim().split('\r\n');
    expect(head).toBe('Dia;Recebido;Pagamentos;Devolvido');
    expect(lines).toHaveLength(14);
    const moved = lines.filter((line) => !line.endsWith(';0,00;0;0,00'));
    const days = await readDays();
    expect(days.length).toBeGreaterThan(0);
    expect(moved.sort()).toEqual(days.sort());
    const bars = await page.locator('.chart-bar title').allTextContents();
    const drawn = days.flatMap((line) => {
      const [dia, recebido, , devolvido] = line.split(';');
      return [`${dia}, Recebido: R$\u00a0${recebido}`, `${dia}, Devolvido: R$\u00a0${devolvido}`];
    });
    expect(bars.sort()).toEqual(drawn.sort());
    await page.close();
  },
);
