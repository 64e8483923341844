import { addDays, toDay } from '../../sample-app/src/charges/brazilian-day.js';
import type { Visitor } from './visitor.js';

/** Who takes part in a journey. */
export interface Stage {
  /** In the shop. */
  readonly shop: Visitor;
  /** The same browser, at the console of the simulated bank. */
  readonly bank: Visitor;
  /** Pays a charge once more, as a payer who scans an old QR Code. */
  payAgain(txid: string): Promise<unknown>;
}

type Journey = (stage: Stage) => Promise<void>;

async function order({ shop }: Stage): Promise<string> {
  await shop.open('/');
  await shop.press('Adicionar um');
  await shop.press('Pagar com Pix');
  await shop.sees('Aguardando pagamento');
  await shop.sees('Copiar');
  return shop.path();
}

async function payOrder(stage: Stage): Promise<string> {
  const path = await order(stage);
  await stage.shop.press('Pagar no banco simulado');
  await stage.shop.sees('Pago!');
  return path;
}

async function logIn({ shop }: Stage): Promise<void> {
  await shop.open('/admin');
  await shop.fill('E-mail', 'demo@loja.example');
  await shop.fill('Senha', 'demo');
  await shop.press('Entrar');
  await shop.sees('Tarefas');
}

/** The journeys in their order: the administrator stays logged in. */
export const journeys: Readonly<Record<string, Journey>> = {
  'a customer orders, pays, and sees the receipt': async (stage) => {
    await payOrder(stage);
    await stage.shop.sees('Recibo');
    await stage.shop.sees('E99999999');
  },

  'a customer cancels an order after a question': async (stage) => {
    await order(stage);
    for (const name of ['Cancelar pedido', 'Manter pedido', 'Cancelar pedido', 'Sim, cancelar']) {
      await stage.shop.press(name);
    }
    await stage.shop.sees('Pedido cancelado');
  },

  'a customer finds an order again, and forgets it': async (stage) => {
    const path = await order(stage);
    await stage.shop.open('/pedidos');
    await stage.shop.sees('Aguardando pagamento');
    await stage.shop.open(path);
    await stage.shop.sees('Copiar');
    await stage.shop.follow('Meus pedidos');
    await stage.shop.press('Esquecer os pedidos neste navegador');
    await stage.shop.sees('Nenhum pedido neste navegador');
  },

  'a customer subscribes, with an error at a field, approves and pays': async ({ shop }) => {
    await shop.open('/assinaturas');
    await shop.fill('Nome completo', 'Maria da Silva');
    await shop.fill('CPF', '111.111.111-11');
    await shop.press('Assinar com Pix Automático');
    await shop.sees('O CPF não é válido');
    await shop.fill('CPF', '529.982.247-25');
    await shop.press('Assinar com Pix Automático');
    await shop.press('Aprovar no banco simulado');
    await shop.sees('Assinatura ativa');
    await shop.press('Pagar a cobrança no banco simulado');
    await shop.sees('Paga');
  },

  'the bank finds the charge of an order, and its payer pays': async (stage) => {
    const path = await order(stage);
    const txid = await stage.shop.read('#txid');
    await stage.bank.open(`/#/cob/${txid}`);
    await stage.bank.sees(txid);
    await stage.bank.press('Pagar');
    await stage.bank.sees('Concluída');
    await stage.shop.open(path);
    await stage.shop.sees('Pago!');
  },

  'the administrator logs in and refunds a part, which the customer sees': async (stage) => {
    const path = await payOrder(stage);
    await logIn(stage);
    const { shop } = stage;
    await shop.open(path.replace('/pedido/', '/admin/cobrancas/'));
    await shop.fill('Valor a devolver (R$)', '7,5');
    await shop.press('Devolver');
    await shop.press('Sim, devolver');
    await shop.sees('Devolvida');
    await shop.open(path);
    await shop.sees('7,50');
  },

  'the administrator compares the books with the bank': async ({ shop }) => {
    await shop.open('/admin/livros');
    await shop.press('Conferir com o banco');
    await shop.sees('iguais, até o centavo');
  },

  'the administrator creates an invoice, whose debtor pays': async ({ shop }) => {
    await shop.open('/admin/faturas');
    await shop.choose('Nova fatura');
    await shop.fill('Nome do devedor', 'João Souza');
    await shop.fill('CPF ou CNPJ', '529.982.247-25');
    await shop.fill('Descrição', 'Aulas');
    await shop.fill('Valor (R$)', '1.150,00');
    await shop.fill('Vencimento', addDays(toDay(new Date()), 10));
    await shop.press('Criar fatura');
    await shop.follow('João Souza');
    const id = (await shop.path()).split('/').at(-1);
    await shop.open(`/faturas/${String(id)}`);
    await shop.sees('Total em');
    await shop.press('Pagar no banco simulado');
    await shop.sees('Pago!');
  },

  'the administrator refunds a second payment from its task': async (stage) => {
    const path = await order(stage);
    const txid = await stage.shop.read('#txid');
    await stage.shop.press('Pagar no banco simulado');
    await stage.shop.sees('Pago!');
    await stage.payAgain(txid);
    await stage.shop.open('/admin');
    await stage.shop.sees('Devolver');
    await stage.shop.press('Devolver');
    await stage.shop.press('Sim');
    await stage.shop.sees('Nada para decidir');
    await stage.shop.open(path);
    await stage.shop.sees('Pago!');
  },

  'the bank lists an order whose time is over when its clock advances': async (stage) => {
    await order(stage);
    const txid = await stage.shop.read('#txid');
    await stage.bank.open('/#relogio');
    await stage.bank.press('+1 dia');
    await stage.bank.sees('Relógio avançado');
    await stage.bank.open(`/#/cob/${txid}`);
    await stage.bank.sees('Expirada');
  },
};
