import type { Page } from 'playwright-core';
import type { ShopRecords } from './shop-records.js';

/** A page in a certain state. */
export interface PageEntry {
  /** Part of the name of its screenshots. */
  readonly name: string;
  /** The path, or the path from the records of the shop. */
  readonly path: string | ((records: ShopRecords) => string);
  /** A text that the page shows when it is ready. */
  readonly shows: string | RegExp;
  /** Who opens it. Default: the administrator below `/admin`, otherwise a customer. */
  readonly as?: 'customer' | 'bank';
  /** What a person does on it before it is looked at. */
  readonly act?: (page: Page) => Promise<void>;
  /** HTTP status. Default: 200. */
  readonly status?: number;
}

const UNKNOWN_ID = '4a4f3b80-3a5a-4b0f-9a53-0e6f3f8d3c11';

const click = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Answers for the queue, which the shop of these pages does not have, and reads it again. */
async function fillQueue(page: Page): Promise<void> {
  const json = {
    temFila: true,
    total: 1,
    itens: [
      {
        chave: 'E1234567820261122143012345678901:pix.recebido',
        tipo: 'pix.recebido',
        recebidoEm: '2026-11-22T17:30:00.000Z',
        falhouEm: '2026-11-22T17:42:00.000Z',
        tentativas: 8,
        motivo: 'connect ECONNREFUSED 127.0.0.1:5432',
      },
    ],
  };
  await page.route('**/api/admin/dead-letters', (route) => route.fulfill({ json }));
  await click('Atualizar a fila')(page);
  await page.getByText('ECONNREFUSED').waitFor();
}

/** The pages of the shop, for customers. */
const shopPages: readonly PageEntry[] = [
  { name: 'shop', path: '/', shows: 'Camiseta Ipê' },
  {
    name: 'shop-cart',
    path: '/',
    shows: 'Camiseta Ipê',
    act: async (page) => {
      await click('Adicionar um')(page);
      await page.getByRole('button', { name: 'Adicionar um' }).last().click();
    },
  },
  { name: 'order-creating', path: ({ orders }) => order(orders.creating), shows: 'Preparando' },
  { name: 'order-pending', path: ({ orders }) => order(orders.pending), shows: 'Copiar' },
  {
    name: 'order-cancel-question',
    path: ({ orders }) => order(orders.pending),
    shows: 'Copiar',
    act: click('Cancelar pedido'),
  },
  { name: 'order-paid', path: ({ orders }) => order(orders.paid), shows: 'Pago!' },
  {
    name: 'order-cancelling',
    path: ({ orders }) => order(orders.cancelling),
    shows: 'Cancelando…',
  },
  {
    name: 'order-cancelled',
    path: ({ orders }) => order(orders.cancelled),
    shows: 'O QR Code não vale mais',
  },
  { name: 'order-expired', path: ({ orders }) => order(orders.expired), shows: 'O prazo acabou' },
  { name: 'order-in-review', path: ({ orders }) => order(orders.inReview), shows: 'em análise' },
  { name: 'order-refunding', path: ({ orders }) => order(orders.refunding), shows: 'a caminho' },
  { name: 'order-refunded', path: ({ orders }) => order(orders.refunded), shows: 'O valor voltou' },
  {
    name: 'order-unknown',
    path: `/pedido/${UNKNOWN_ID}`,
    shows: 'Pedido não encontrado',
    status: 404,
  },
  { name: 'not-found', path: '/nada', shows: 'Página não encontrada', status: 404 },
  {
    name: 'invoice-pending',
    path: ({ invoices }) => invoice(invoices.pending),
    shows: 'Desconto de 10%',
  },
  { name: 'invoice-paid', path: ({ invoices }) => invoice(invoices.paid), shows: 'Pago!' },
  {
    name: 'invoice-cancelled',
    path: ({ invoices }) => invoice(invoices.cancelled),
    shows: 'Fatura cancelada',
  },
  {
    name: 'invoice-refused',
    path: ({ invoices }) => invoice(invoices.refused),
    shows: /fatura/i,
  },
  {
    name: 'invoice-unknown',
    path: `/faturas/${UNKNOWN_ID}`,
    shows: 'Fatura não encontrada',
    status: 404,
  },
  { name: 'api', path: '/docs', shows: 'Cria um pedido e a sua cobrança Pix' },
  {
    name: 'api-route',
    path: '/docs',
    shows: 'Cria um pedido e a sua cobrança Pix',
    act: async (page) => {
      await page.getByText('Cria um pedido e a sua cobrança Pix').click();
      await click('Experimentar')(page);
      await page.getByRole('button', { name: 'Executar' }).waitFor();
    },
  },
  { name: 'plans', path: '/assinaturas', shows: 'Assinar com Pix Automático' },
  {
    name: 'subscription-waiting',
    path: ({ subscriptions }) => subscription(subscriptions.waiting),
    shows: 'Aguardando aprovação',
  },
  {
    name: 'subscription-first-payment',
    path: ({ subscriptions }) => subscription(subscriptions.firstPayment),
    shows: 'Aguardando aprovação',
  },
  {
    name: 'subscription-active',
    path: ({ subscriptions }) => subscription(subscriptions.active),
    shows: 'Assinatura ativa',
  },
  {
    name: 'subscription-cancelled',
    path: ({ subscriptions }) => subscription(subscriptions.cancelled),
    shows: 'Assinatura cancelada',
  },
  {
    name: 'subscription-refused',
    path: ({ subscriptions }) => subscription(subscriptions.refused),
    shows: 'Assinatura recusada',
  },
  {
    name: 'subscription-unknown',
    path: `/assinaturas/${UNKNOWN_ID}`,
    shows: 'Assinatura não encontrada',
    status: 404,
  },
];

/** The pages of the back office. */
const backOfficePages: readonly PageEntry[] = [
  { name: 'login', path: '/admin', shows: 'Entrar', as: 'customer' },
  { name: 'tasks', path: '/admin', shows: 'Pagamentos para conferir' },
  {
    name: 'task-question',
    path: '/admin',
    shows: 'Devolver',
    act: (page) =>
      page
        .getByRole('button', { name: /^Devolver R/ })
        .first()
        .click(),
  },
  { name: 'orders', path: '/admin/cobrancas', shows: 'Aguardando pagamento' },
  { name: 'orders-none', path: '/admin/cobrancas?busca=nada', shows: /Nenhum/ },
  {
    name: 'admin-order-pending',
    path: ({ orders }) => `/admin/cobrancas/${orders.pending}`,
    shows: 'Histórico',
  },
  {
    name: 'admin-order-paid',
    path: ({ orders }) => `/admin/cobrancas/${orders.paid}`,
    shows: 'Pagou a cobrança',
  },
  {
    name: 'admin-order-in-review',
    path: ({ orders }) => `/admin/cobrancas/${orders.inReview}`,
    shows: 'Histórico',
  },
  {
    name: 'admin-order-unknown',
    path: `/admin/cobrancas/${UNKNOWN_ID}`,
    shows: 'Pedido não encontrado',
    status: 404,
  },
  {
    name: 'admin-not-found',
    path: '/admin/nada',
    shows: 'A área da loja não tem esta página',
    status: 404,
  },
  { name: 'payments', path: '/admin/pagamentos', shows: 'Pagou a cobrança' },
  { name: 'deliveries', path: '/admin/entregas', shows: 'Concluída' },
  { name: 'failed-deliveries', path: '/admin/falhas', shows: 'RangeError' },
  {
    name: 'dead-letters',
    path: '/admin/falhas',
    shows: 'Esta loja não usa fila',
    act: fillQueue,
  },
  { name: 'admin-subscriptions', path: '/admin/assinaturas', shows: 'Maria da Silva' },
  {
    name: 'admin-subscription-active',
    path: ({ subscriptions }) => `/admin${subscription(subscriptions.active)}`,
    shows: 'Histórico',
  },
  {
    name: 'admin-subscription-waiting',
    path: ({ subscriptions }) => `/admin${subscription(subscriptions.waiting)}`,
    shows: 'Histórico',
  },
  {
    name: 'admin-subscription-unknown',
    path: `/admin/assinaturas/${UNKNOWN_ID}`,
    shows: 'Assinatura não encontrada',
    status: 404,
  },
  { name: 'admin-invoices', path: '/admin/faturas', shows: 'Maria da Silva' },
  {
    name: 'new-invoice',
    path: '/admin/faturas',
    shows: 'Maria da Silva',
    act: (page) => page.getByText('Nova fatura').click(),
  },
  {
    name: 'upload-batch',
    path: '/admin/faturas',
    shows: 'Maria da Silva',
    act: async (page) => {
      await page.getByText('Enviar faturas de um arquivo CSV').click();
      const buffer = Buffer.from('nome;cpfCnpj;valor;vencimento;descricao\nZoë;123;0;x;Aula');
      const file = { name: 'alunos.csv', mimeType: 'text/csv', buffer };
      await page.getByLabel('Arquivo CSV').setInputFiles(file);
      await click('Enviar arquivo')(page);
      await page.getByText('cpfCnpj deve ser um CPF ou CNPJ válido').waitFor();
    },
    status: 422,
  },
  {
    name: 'admin-invoice-pending',
    path: ({ invoices }) => `/admin/faturas/${invoices.pending}`,
    shows: 'Fatura de Maria da Silva',
  },
  {
    name: 'admin-invoice-paid',
    path: ({ invoices }) => `/admin/faturas/${invoices.paid}`,
    shows: 'Valor a devolver (R$)',
  },
  { name: 'batch', path: ({ batch }) => `/admin/lotes/${batch}`, shows: 'Criadas: 3 de 3.' },
  { name: 'audit', path: '/admin/auditoria', shows: 'Cancelou' },
  { name: 'users', path: '/admin/usuarios', shows: 'lia@loja.example' },
  {
    name: 'new-user',
    path: '/admin/usuarios',
    shows: 'lia@loja.example',
    act: click('Novo usuário'),
  },
  { name: 'password', path: '/admin/senha', shows: 'Nova senha' },
  { name: 'statistics', path: '/admin/numeros', shows: 'Conversão por dia' },
  { name: 'health', path: '/admin/saude', shows: 'Certificado' },
];

/** The parts of the simulated bank's console. */
const bankPages: readonly PageEntry[] = [
  ['charges', '#cobrancas', 'Cobranças'],
  ['payments', '#pagamentos', 'Pagamentos'],
  ['recurrences', '#recorrencias', 'Automático'],
  ['webhooks', '#webhooks', 'Webhooks'],
  ['clock', '#relogio', 'Relógio'],
  ['faults', '#falhas', 'Falhas'],
  ['scenarios', '#cenarios', 'Cenários'],
  ['calls', '#chamadas', 'Chamadas'],
].map(([name, path, shows]) => ({ name: `bank-${name!}`, path: path!, shows: shows!, as: 'bank' }));

/** Every page of the product in the states that look different. A feature adds one line for each. */
export const everyPage: readonly PageEntry[] = [...shopPages, ...backOfficePages, ...bankPages];

const order = (id: string) => `/pedido/${id}`;
const invoice = (id: string) => `/faturas/${id}`;
const subscription = (id: string) => `/assinaturas/${id}`;
