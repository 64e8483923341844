import { beforeAll, describe, expect, it } from '@jest/globals';
import { screenshot } from '../support/browser.js';
import { takeShare } from '../support/share.js';
import { CHAVE, ConsoleSession } from './support/console-session.js';

const PARTS = [
  'Cobranças',
  'Pagamentos',
  'Automático',
  'Webhooks',
  'Relógio',
  'Falhas',
  'Cenários',
  'Chamadas',
];
/** Every second one has all sizes and both color schemes. */
const APPEARANCES = [
  { size: 'desktop', colorScheme: 'light' },
  { size: 'desktop', colorScheme: 'dark' },
  { size: 'mobile', colorScheme: 'dark' },
  { size: 'mobile', colorScheme: 'light' },
  { size: 'small', colorScheme: 'light' },
  { size: 'small', colorScheme: 'dark' },
] as const;

describe('the layout of the console', () => {
  const session = ConsoleSession.use();
  beforeAll(async () => {
    const { pix, receiver } = session.bank;
    await pix.webhook.register(CHAVE, { webhookUrl: `${receiver.url}/pix` });
    receiver.script.push(500);
    for (const [description, valor] of [
      ['Camiseta Ipê', '37.00'],
      ['Assinatura de um ano com uma descrição que não cabe em linha nenhuma do telefone', '1.00'],
      ['Sacola de feira', '1234567.89'],
    ] as const) {
      await session.newCob(description, valor);
    }
    await pix.rec.create({
      vinculo: {
        contrato: '63100862',
        objeto: 'Academia',
        devedor: { cpf: '12345678909', nome: 'Fulano de Tal' },
      },
      calendario: { dataInicial: '2099-03-10', periodicidade: 'MENSAL' },
      valor: { valorRec: '35.00' },
      politicaRetentativa: 'NAO_PERMITE',
    });
    const { console } = session;
    for (const name of ['Camiseta Ipê', 'Sacola de feira']) {
      await console.click('Pagar', console.row(name));
      await console.waitForText('Concluída', console.row(name));
    }
    // A query with a long part that has no place to break.
    const [inicio, fim] = [new Date(Date.now() - 3_600_000), new Date()];
    await pix.recebidos.list({ inicio, fim, txIdPresente: true, devolucaoPresente: true });
    await console.visit('Falhas');
    await console.click('Sem token');
    await console.waitForText('Ativa');
  });

  it.each(takeShare(APPEARANCES, 3))(
    'fits a $size in $colorScheme mode and is accessible',
    async ({ size, colorScheme }) => {
      const console = await session.open({ size, colorScheme });
      for (const part of PARTS) {
        await console.visit(part);
        await console.page.getByRole('heading', { level: 1 }).waitFor();
        await expect(console.overflow()).resolves.toBe(0);
        await console.capture(`console-${size}-${colorScheme}-${part.toLowerCase()}`);
        await console.openDetails();
        await expect(console.overflow()).resolves.toBe(0);
      }
      const capture = async (name: string) => {
        await console.openDetails();
        await expect(console.overflow()).resolves.toBe(0);
        await console.capture(`console-${size}-${colorScheme}-${name}`);
      };
      await console.visit('Cobranças');
      await console.row('Assinatura').click();
      await console.waitForQrCode();
      await capture('charge');
      await console.click('Fechar');
      await console.click('Nova cobrança');
      await capture('new-charge');
      await console.click('Fechar');
      await console.visit('Pagamentos');
      await capture('payment');
      await console.click('Receber um Pix');
      await console.input('Chave').fill('no key');
      await console.input('Valor').last().fill('x');
      await console.click('Pagar para a chave', console.drawer);
      await console.waitForText('Deve ser um valor como 37,00.', console.drawer);
      await capture('refused-payment');
      await console.click('Fechar');
      await console.visit('Cenários');
      await console.click('Executar', console.row('cob/wrong-amount'));
      await console.waitForText('Pix recebido', console.drawer);
      await capture('scenario');
      await console.click('Fechar');
      await console.visit('Webhooks');
      await console.click('Cadastrar webhook');
      await capture('webhook');
      await console.click('Fechar');
      await console.visit('Automático');
      await console.click('Aprovar', console.row('Academia'));
      await capture('approval');
      await console.click('Fechar');
      expect(console.errors).toEqual([]);
      await console.page.close();
    },
  );

  it('keeps the colors of what is chosen and of dots with forced colors', async () => {
    const console = await session.open({ size: 'mobile' });
    await console.page.emulateMedia({ forcedColors: 'active' });
    await console.page.locator('.link.live').waitFor();
    for (const selector of ['.nav a[aria-current]', '.segments [aria-pressed=true]', '.link i']) {
      const element = `getComputedStyle(document.querySelector('${selector}'))`;
      expect(await console.page.evaluate(`${element}.forcedColorAdjust`)).toBe('none');
    }
    await screenshot(console.page, 'console-forced-colors');
    await console.page.close();
  });

  it('says on a phone that the connection is lost', async () => {
    const console = await session.open({ size: 'mobile' });
    await console.page.locator('.link.live').waitFor();
    const width = "document.querySelector('.link span').getBoundingClientRect().width";
    expect(await console.page.evaluate(width)).toBe(1);
    await console.page.evaluate("document.querySelector('.link').classList.remove('live')");
    expect(await console.page.evaluate(width)).toBeGreaterThan(20);
    await expect(console.overflow()).resolves.toBe(0);
    await console.page.close();
  });
});
