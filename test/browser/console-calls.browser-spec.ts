import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ConsolePage } from './support/console-page.js';
import { CHAVE, ConsoleSession } from './support/console-session.js';

/** The tests share one simulator: each one continues with the state of those before it. */
describe('the calls of the console', () => {
  let console: ConsolePage;
  let txid = '';
  const session = ConsoleSession.use((page) => (console = page));
  beforeAll(async () => {
    const { pix, receiver } = session.bank;
    await session.console.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await pix.webhook.register(CHAVE, { webhookUrl: `${receiver.url}/pix` });
    ({ txid } = await session.newCob('Procurada'));
    await pix.cob.get('n'.repeat(32)).catch(() => undefined);
  });

  it('shows one time line for a charge: call, Pix, delivery with its answer', async () => {
    const { receiver } = session.bank;
    receiver.script.push(503);
    receiver.answer = 'em manutenção';
    await console.row('Procurada').click();
    await console.click('Pagar', console.drawer);
    const line = console.drawer.locator('.timeline > li');
    await line.filter({ hasText: 'PUT /pix/v2/cob/' }).getByText('201').first().waitFor();
    await line.filter({ hasText: 'Pix de R$ 37,00 recebido' }).first().waitFor();
    const delivery = line.filter({ hasText: 'Webhook:' });
    await delivery.getByText(/^503 em /).waitFor();
    await delivery.getByText(/^200 em /).waitFor();
    await delivery.getByText('Resposta da aplicação').click();
    await delivery.getByText('em manutenção').waitFor();
    await console.capture('console-timeline');
    await console.page.keyboard.press('Escape');
    await console.drawer.waitFor({ state: 'hidden' });
    expect(console.errors).toEqual([]);
  });

  it('finds calls by text, method, status and family', async () => {
    await console.visit('Chamadas');
    await console.page.getByLabel('Status').selectOption('4');
    await console.row('n'.repeat(32)).waitFor();
    await console.waitForRemoval('201');
    await console.page.getByLabel('Status').selectOption('');
    await console.page.getByLabel('Família').selectOption('cob');
    await console.waitForRemoval('/oauth/token');
    await console.page.getByLabel('Método').selectOption('PUT');
    await console.waitForRemoval('n'.repeat(32));
    await expect(console.rows()).resolves.toBe(1);
    await console.page.getByRole('searchbox', { name: 'Procurar chamadas' }).fill('nada assim');
    await console.waitForText('Nada encontrado');
    await console.page.getByRole('searchbox', { name: 'Procurar chamadas' }).fill(txid);
    await console.row(txid).waitFor();
    await console.row(txid).getByText('Requisição').click();
    await console.waitForText('authorization: ***', console.row(txid));
    await console.capture('console-calls');
    expect(console.errors).toEqual([]);
  });

  it('copies a call, and exports calls as an HTTP Archive, without secrets', async () => {
    await console.visit('Chamadas');
    await console.page.getByRole('searchbox', { name: 'Procurar chamadas' }).fill(txid);
    await console.waitForRemoval('/oauth/token');
    const copy = async (name: string) => {
      await console.click(name, console.row(txid).filter({ hasText: 'PUT' }));
      await console.waitForText('Copiado.');
      return console.page.evaluate<string>('navigator.clipboard.readText()');
    };
    expect(await copy('Copiar curl')).toMatch(/^curl --cacert ca\.pem/);
    expect(await copy('Copiar chamada')).toContain(`pix.cob.createWithTxid("${txid}"`);
    expect(await copy('Copiar teste')).toContain("it('cob.createWithTxid: 201'");
    const download = console.page.waitForEvent('download');
    await console.page.getByRole('link', { name: 'Exportar HAR' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const { log } = JSON.parse(text) as { log: { entries: { request: { url: string } }[] } };
    expect(log.entries.every(({ request }) => request.url.includes(txid))).toBe(true);
    expect(text).not.toContain('Bearer');
  });
});
