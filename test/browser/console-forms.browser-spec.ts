import { describe, expect, it } from '@jest/globals';
import type { ConsolePage } from './support/console-page.js';
import { CHAVE, ConsoleSession } from './support/console-session.js';

/** The tests share one simulator: each one continues with the state of those before it. */
describe('the forms and filters of the console', () => {
  let console: ConsolePage;
  const session = ConsoleSession.use((page) => (console = page));
  const findError = (label: string) =>
    console.drawer.locator('.field').filter({ hasText: label }).locator('.field-error');

  it('says at the field what is wrong, before and after the answer of the bank', async () => {
    await console.click('Nova cobrança');
    await console.click('Criar', console.drawer);
    await expect(findError('Valor').textContent()).resolves.toBe('Preencha este campo.');
    await console.input('Valor').fill('trinta');
    await expect(findError('Valor').textContent()).resolves.toBe('');
    await console.click('Criar', console.drawer);
    await expect(findError('Valor').textContent()).resolves.toBe('Deve ser um valor como 37,00.');
    await expect(console.input('Valor').getAttribute('aria-invalid')).resolves.toBe('true');
    await console.input('Valor').fill('0,00');
    await console.click('Criar', console.drawer);
    await findError('Valor').getByText('maior que zero').waitFor();
    await expect(console.page.evaluate<string>('document.activeElement.name')).resolves.toBe(
      'valor',
    );
    await expect(console.page.locator('.toast').count()).resolves.toBe(0);
    await console.capture('console-field-errors');
    await console.input('Valor').fill('37,00');
    await console.input('Descrição').fill('Enfim');
    await console.click('Criar', console.drawer);
    await console.row('Enfim').waitFor();
    expect(console.errors).toEqual([]);
  });

  it('shows expired charges apart from those that can be paid', async () => {
    await session.newCob('Expira', '5.00', 60);
    await console.visit('Relógio');
    await console.click('+1 min');
    await console.waitForText('Relógio avançado');
    await console.click('+1 min');
    await console.visit('Cobranças');
    await console.click('Expiradas');
    await console.waitForRemoval('Enfim');
    await console.row('Expira').waitFor();
    await console.click('Ativas');
    await console.waitForRemoval('Expira');
    await console.row('Enfim').waitFor();
    await console.click('Todas');
    await console.row('Expira').waitFor();
  });

  it('removes a webhook only after a question', async () => {
    const { pix, receiver } = session.bank;
    await pix.webhook.register(CHAVE, { webhookUrl: `${receiver.url}/pix` });
    await console.visit('Webhooks');
    await console.click('Remover');
    await console.waitForText('não recebe mais notificações', console.drawer);
    await console.capture('console-remove-webhook');
    await console.click('Manter webhook', console.drawer);
    await console.drawer.waitFor({ state: 'hidden' });
    await expect(pix.webhook.get(CHAVE)).resolves.toMatchObject({ chave: CHAVE });
    await console.click('Remover');
    await console.click('Sim, remover', console.drawer);
    await console.drawer.waitFor({ state: 'hidden' });
    await expect(pix.webhook.get(CHAVE)).rejects.toMatchObject({ status: 404 });
    expect(console.errors).toEqual([]);
  });
});
