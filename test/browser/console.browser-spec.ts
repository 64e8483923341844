import { describe, expect, it } from '@jest/globals';
import type { ConsolePage } from './support/console-page.js';
import { CHAVE, ConsoleSession } from './support/console-session.js';

const EVER = { inicio: '2020-01-01T00:00:00Z', fim: '2100-01-01T00:00:00Z' };

/** One story on one bank: what a test leaves is there for the next. */
describe('the console of the simulator, in a browser', () => {
  let console: ConsolePage;
  const session = ConsoleSession.use((page) => (console = page));

  it('says what each part is for while there is nothing in it', async () => {
    await console.see('Ao vivo');
    for (const [part, text] of [
      ['Cobranças', 'Nenhuma cobrança ainda'],
      ['Pagamentos', 'Nenhum pagamento ainda'],
      ['Automático', 'Nenhuma recorrência ainda'],
      ['Webhooks', 'Nenhuma entrega ainda'],
      ['Falhas', 'Nenhuma falha ativa'],
    ] as const) {
      await console.visit(part);
      await console.see(text);
      await console.look(`console-1-empty-${part.toLowerCase()}`);
    }
    await console.visit('Cobranças');
    expect(console.troubles).toEqual([]);
  });

  it('shows a charge as soon as a client made it, and pays it by click', async () => {
    const { txid } = await session.newCob('Camiseta Ipê');
    await console.see('Ativa', console.row('Camiseta Ipê'));
    await console.click('Pagar', console.row('Camiseta Ipê'));
    await console.see('37,00 pagos.');
    await console.see('Concluída', console.row('Camiseta Ipê'));
    await expect(session.bank.pix.cob.get(txid)).resolves.toMatchObject({
      status: 'CONCLUIDA',
      pix: [{ valor: '37.00' }],
    });
  });

  it('shows what a client wrote as text, never as markup', async () => {
    const markup = '<img src=x onerror="document.title=1">';
    await session.newCob(markup, '1.00');
    await console.row(markup).waitFor();
    await expect(console.page.locator('.rows img').count()).resolves.toBe(0);
    await expect(console.page.title()).resolves.toBe('Cobranças · Simulador Pix');
  });

  it('opens a charge: its code, its picture, and a payment of another amount', async () => {
    const { txid, pixCopiaECola } = await session.newCob('Caneca esmaltada', '80.00');
    await console.row('Caneca esmaltada').click();
    await console.seeQrCode();
    await expect(console.drawer.locator('.copia').textContent()).resolves.toBe(pixCopiaECola);
    await console.look('console-2-charge');

    await console.input('Valor').fill('99,5');
    await console.click('Pagar', console.drawer);
    await console.page.locator('.toast.bad').getByText('valor').waitFor();
    await console.look('console-2-refused');
    await console.drawer.getByLabel('Aceitar outro valor').check();
    await console.click('Pagar', console.drawer);
    await console.see('Concluída', console.drawer);
    await expect(session.bank.pix.cob.get(txid)).resolves.toMatchObject({
      pix: [{ valor: '99.50' }],
    });
    await console.click('Fechar');
  });

  it('makes a charge of its own, and removes one as a bank would', async () => {
    await console.click('Nova cobrança');
    await console.input('Valor').fill('1.234,50');
    await console.input('Descrição').fill('Feita no console');
    await console.click('Criar', console.drawer);
    await console.see('1.234,50', console.row('Feita no console'));
    await console.row('Feita no console').click();
    await console.click('Remover como o banco', console.drawer);
    await console.see('Removida pelo PSP', console.drawer);
    await console.page.keyboard.press('Escape');
    await console.drawer.waitFor({ state: 'hidden' });
  });

  it('finds charges by state and by text', async () => {
    await console.click('Concluídas');
    await console.gone('Feita no console');
    await expect(console.rows()).resolves.toBe(2);
    await console.click('Todas');
    const search = console.page.getByRole('searchbox', { name: 'Procurar cobranças' });
    await search.fill('caneca');
    await console.gone('Camiseta Ipê');
    await search.fill('nada assim');
    await console.see('Nada encontrado');
    await search.fill('');
    await console.row('Camiseta Ipê').waitFor();
    await console.look('console-3-charges');
    expect(console.troubles).toEqual([]);
  });

  it('stops the clock, and moves it with all that follows', async () => {
    const { txid } = await session.newCob('Vence logo', '5.00', 60);
    await console.visit('Relógio');
    await console.click('Parado');
    await console.see('parado');
    await console.click('+1 hora');
    await console.see('Relógio avançado: +1 hora.');
    // The machine's clock goes on while the simulator's stands.
    await console.see(/(1 h|59 min).* à frente do computador/);
    await console.look('console-4-clock');
    await console.visit('Cobranças');
    await console.see('Expirada', console.row('Vence logo'));
    const pay = console.row('Vence logo').getByRole('button', { name: 'Pagar' });
    await expect(pay.count()).resolves.toBe(0);
    await expect(session.bank.pix.cob.get(txid)).resolves.toMatchObject({ status: 'ATIVA' });
  });

  it('receives a Pix by key and by code', async () => {
    await console.visit('Pagamentos');
    await console.click('Receber um Pix');
    await console.input('Chave').fill(CHAVE);
    await console.input('Valor').last().fill('12,34');
    await console.input('Mensagem').last().fill('Gorjeta');
    await console.click('Pagar para a chave', console.drawer);
    await console.see('12,34', console.row('Gorjeta'));

    const { pixCopiaECola } = await session.newCob('Pago por código', '8.00');
    await console.click('Receber um Pix');
    await console.input('Pix Copia e Cola').fill(pixCopiaECola!);
    await console.input('Mensagem').first().fill('Pelo código');
    await console.click('Pagar código', console.drawer);
    await console.see('8,00', console.row('Pelo código'));
    expect(console.troubles).toEqual([]);
  });

  it('ends refunds either way', async () => {
    const { recebidos } = session.bank.pix;
    const { pix } = await recebidos.list(EVER);
    const { endToEndId } = pix.find(({ infoPagador }) => infoPagador === 'Gorjeta')!;
    await console.visit('Pagamentos');
    await recebidos.refund(endToEndId, 'boa', { valor: '2.00' });
    await recebidos.refund(endToEndId, 'ruim', { valor: '3.00' });
    await console.click('Concluir', console.line('Gorjeta', 'boa'));
    await console.see('Devolvido', console.line('Gorjeta', 'boa'));
    await console.click('Recusar', console.line('Gorjeta', 'ruim'));
    await console.see('Não realizado', console.line('Gorjeta', 'ruim'));
    await expect(recebidos.getRefund(endToEndId, 'ruim')).resolves.toMatchObject({
      status: 'NAO_REALIZADO',
    });
    await console.row('Gorjeta').getByText('JSON').click();
    await console.see(`"endToEndId": "${endToEndId}"`, console.row('Gorjeta'));
    await console.look('console-5-payments');
    expect(console.troubles).toEqual([]);
  });

  it('shows each delivery with its attempts, and repeats one by click', async () => {
    const { pix, receiver } = session.bank;
    await console.visit('Webhooks');
    await pix.webhook.register(CHAVE, { webhookUrl: `${receiver.url}/pix` });
    await console.see(`${receiver.url}/pix`);
    receiver.script.push(503, 'reset', 200);
    const { txid } = await session.newCob('Avisada', '21.00');
    await console.visit('Cobranças');
    await console.click('Pagar', console.row('Avisada'));
    await console.visit('Webhooks');
    await console.see('Pendente', console.row(txid));
    await console.see('503', console.row(txid).locator('.attempts'));
    await console.click('Entregar já', console.row(txid));
    await console.see('conexão interrompida', console.row(txid).locator('.attempts'));
    await console.look('console-6-webhooks');
    await console.click('Entregar já', console.row(txid));
    await console.see('Entregue', console.row(txid));
    await console.row(txid).getByText('Corpo').click();
    await console.see(txid, console.row(txid).locator('pre'));
    expect(receiver.notifications.at(-1)?.body).toMatchObject({ pix: [{ txid }] });
    expect(console.troubles).toEqual([]);
  });
});
