import { describe, expect, it } from '@jest/globals';
import type { ConsolePage } from './support/console-page.js';
import { CHAVE, ConsoleSession } from './support/console-session.js';

const ALL_TIME = { inicio: '2020-01-01T00:00:00Z', fim: '2100-01-01T00:00:00Z' };

/** The tests share one simulator: each one continues with the state of those before it. */
describe('the console of the simulator', () => {
  let console: ConsolePage;
  const session = ConsoleSession.use((page) => (console = page));

  it('explains each empty section', async () => {
    await console.waitForText('Ao vivo');
    for (const [part, text] of [
      ['Cobranças', 'Nenhuma cobrança ainda'],
      ['Pagamentos', 'Nenhum pagamento ainda'],
      ['Automático', 'Nenhuma recorrência ainda'],
      ['Webhooks', 'Nenhuma entrega ainda'],
      ['Falhas', 'Nenhuma falha ativa'],
    ] as const) {
      await console.visit(part);
      await console.waitForText(text);
      await console.capture(`console-1-empty-${part.toLowerCase()}`);
    }
    await console.visit('Cobranças');
    expect(console.errors).toEqual([]);
  });

  it('shows a new charge immediately and pays it on click', async () => {
    const { txid } = await session.newCob('Camiseta Ipê');
    await console.waitForText('Ativa', console.row('Camiseta Ipê'));
    await console.click('Pagar', console.row('Camiseta Ipê'));
    await console.waitForText('37,00 pagos.');
    await console.waitForText('Concluída', console.row('Camiseta Ipê'));
    await expect(session.bank.pix.cob.get(txid)).resolves.toMatchObject({
      status: 'CONCLUIDA',
      pix: [{ valor: '37.00' }],
    });
  });

  it('shows text from a client without interpreting markup', async () => {
    const markup = '<img src=x onerror="document.title=1">';
    await session.newCob(markup, '1.00');
    await console.row(markup).waitFor();
    await expect(console.page.locator('.rows img').count()).resolves.toBe(0);
    await expect(console.page.title()).resolves.toBe('Cobranças · Simulador Pix');
  });

  it('shows the code and the QR Code of a charge, and pays another amount', async () => {
    const { txid, pixCopiaECola } = await session.newCob('Caneca esmaltada', '80.00');
    await console.row('Caneca esmaltada').click();
    await console.waitForQrCode();
    await expect(console.drawer.locator('.copia').textContent()).resolves.toBe(pixCopiaECola);
    await console.capture('console-2-charge');

    await console.input('Valor').fill('99,5');
    await console.click('Pagar', console.drawer);
    await console.page.locator('.toast.bad').getByText('valor').waitFor();
    await console.capture('console-2-refused');
    await console.drawer.getByLabel('Aceitar outro valor').check();
    await console.click('Pagar', console.drawer);
    await console.waitForText('Concluída', console.drawer);
    await expect(session.bank.pix.cob.get(txid)).resolves.toMatchObject({
      pix: [{ valor: '99.50' }],
    });
    await console.click('Fechar');
  });

  it('shows at once what another page creates', async () => {
    const other = await session.open();
    // Nothing else renders the page: no timer of it runs, and no call to the API changes the status.
    await other.page.clock.install();
    await other.page.clock.pauseAt(Date.now() + 60_000);
    await other.page.reload();
    await other.row('Camiseta Ipê').waitFor();
    await console.click('Nova cobrança');
    await console.input('Valor').fill('5,00');
    await console.input('Descrição').fill('Feita ao lado');
    await console.click('Criar', console.drawer);
    await other.row('Feita ao lado').waitFor();
    expect(other.errors).toEqual([]);
    await other.page.close();
  });

  it('creates a charge, and removes it as the provider', async () => {
    await console.click('Nova cobrança');
    await console.input('Valor').fill('1.234,50');
    await console.input('Descrição').fill('Feita no console');
    await console.click('Criar', console.drawer);
    await console.waitForText('1.234,50', console.row('Feita no console'));
    await console.row('Feita no console').click();
    await console.click('Remover como o banco', console.drawer);
    await console.waitForText('Removida pelo PSP', console.drawer);
    await console.page.keyboard.press('Escape');
    await console.drawer.waitFor({ state: 'hidden' });
  });

  it('filters charges by status and text', async () => {
    await console.click('Concluídas');
    await console.waitForRemoval('Feita no console');
    await expect(console.rows()).resolves.toBe(2);
    await console.click('Todas');
    const search = console.page.getByRole('searchbox', { name: 'Procurar cobranças' });
    await search.fill('caneca');
    await console.waitForRemoval('Camiseta Ipê');
    await search.fill('nada assim');
    await console.waitForText('Nada encontrado');
    await search.fill('');
    await console.row('Camiseta Ipê').waitFor();
    await console.capture('console-3-charges');
    expect(console.errors).toEqual([]);
  });

  it('stops and advances the clock and updates the charges', async () => {
    const { txid } = await session.newCob('Vence logo', '5.00', 60);
    await console.visit('Relógio');
    await console.click('Parado');
    await console.waitForText('parado');
    await console.click('+1 hora');
    await console.waitForText('Relógio avançado: +1 hora.');
    // The clock of the machine advances while that of the simulator is stopped.
    await console.waitForText(/(1 h|59 min).* à frente do computador/);
    await console.capture('console-4-clock');
    await console.visit('Cobranças');
    await console.waitForText('Expirada', console.row('Vence logo'));
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
    await console.waitForText('12,34', console.row('Gorjeta'));

    const { pixCopiaECola } = await session.newCob('Pago por código', '8.00');
    await console.click('Receber um Pix');
    await console.input('Pix Copia e Cola').fill(pixCopiaECola!);
    await console.input('Mensagem').first().fill('Pelo código');
    await console.click('Pagar código', console.drawer);
    await console.waitForText('8,00', console.row('Pelo código'));
    expect(console.errors).toEqual([]);
  });

  it('completes one refund and refuses another', async () => {
    const { recebidos } = session.bank.pix;
    const { pix } = await recebidos.list(ALL_TIME);
    const { endToEndId } = pix.find(({ infoPagador }) => infoPagador === 'Gorjeta')!;
    await console.visit('Pagamentos');
    await recebidos.refund(endToEndId, 'boa', { valor: '2.00' });
    await recebidos.refund(endToEndId, 'ruim', { valor: '3.00' });
    await console.click('Concluir', console.line('Gorjeta', 'boa'));
    await console.waitForText('Devolvido', console.line('Gorjeta', 'boa'));
    await console.click('Recusar', console.line('Gorjeta', 'ruim'));
    await console.waitForText('Não realizado', console.line('Gorjeta', 'ruim'));
    await expect(recebidos.getRefund(endToEndId, 'ruim')).resolves.toMatchObject({
      status: 'NAO_REALIZADO',
    });
    await console.row('Gorjeta').getByText('JSON').click();
    await console.waitForText(`"endToEndId": "${endToEndId}"`, console.row('Gorjeta'));
    await console.capture('console-5-payments');
    expect(console.errors).toEqual([]);
  });

  it('shows each delivery with its attempts and repeats one on click', async () => {
    const { pix, receiver } = session.bank;
    await console.visit('Webhooks');
    await pix.webhook.register(CHAVE, { webhookUrl: `${receiver.url}/pix` });
    await console.waitForText(`${receiver.url}/pix`);
    receiver.script.push(503, 'reset', 200);
    const { txid } = await session.newCob('Avisada', '21.00');
    await console.visit('Cobranças');
    await console.click('Pagar', console.row('Avisada'));
    await console.visit('Webhooks');
    await console.waitForText('Pendente', console.row(txid));
    await console.waitForText('503', console.row(txid).locator('.attempts'));
    await console.click('Entregar já', console.row(txid));
    await console.waitForText('conexão interrompida', console.row(txid).locator('.attempts'));
    await console.capture('console-6-webhooks');
    await console.click('Entregar já', console.row(txid));
    await console.waitForText('Entregue', console.row(txid));
    await console.row(txid).getByText('Corpo').click();
    await console.waitForText(txid, console.row(txid).locator('pre'));
    expect(receiver.notifications.at(-1)?.body).toMatchObject({ pix: [{ txid }] });
    expect(console.errors).toEqual([]);
  });
});
