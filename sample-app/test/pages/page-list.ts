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
  readonly as?: 'customer';
  /** What a person does on it before it is looked at. */
  readonly act?: (page: Page) => Promise<void>;
  /** HTTP status. Default: 200. */
  readonly status?: number;
}

const UNKNOWN_ID = '4a4f3b80-3a5a-4b0f-9a53-0e6f3f8d3c11';

const click = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

const order =
  (state: keyof ShopRecords['orders'], base = '/pedido') =>
  ({ orders }: ShopRecords) =>
    `${base}/${orders[state]}`;
const invoice =
  (state: keyof ShopRecords['invoices']) =>
  ({ invoices }: ShopRecords) =>
    `/faturas/${invoices[state]}`;
const subscription =
  (state: keyof ShopRecords['subscriptions'], base = '/assinaturas') =>
  ({ subscriptions }: ShopRecords) =>
    `${base}/${subscriptions[state]}`;

/** A state of a page that is named by the first entry, at a path, and shows a text. */
const entry = (
  name: string,
  path: PageEntry['path'],
  shows: PageEntry['shows'],
  rest: Partial<PageEntry> = {},
): PageEntry => ({ name, path, shows, ...rest });

const shopPages: readonly PageEntry[] = [
  entry('shop', '/', 'Camiseta Ipê'),
  entry('shop-cart', '/', 'Camiseta Ipê', {
    act: async (page) => {
      await click('Adicionar um')(page);
      await page.getByRole('button', { name: 'Adicionar um' }).last().click();
    },
  }),
  entry('orders', '/pedidos', 'Nenhum pedido neste navegador'),
  entry('order-creating', order('creating'), 'Preparando'),
  entry('order-denied', order('denied'), 'O banco recusou'),
  entry('order-pending', order('pending'), 'Copiar'),
  entry('order-cancel-question', order('pending'), 'Copiar', { act: click('Cancelar pedido') }),
  entry('order-paid', order('paid'), 'Pago!'),
  entry('order-cancelling', order('cancelling'), 'Cancelando…'),
  entry('order-cancelled', order('cancelled'), 'O QR Code não vale mais'),
  entry('order-expired', order('expired'), 'O prazo acabou'),
  entry('order-in-review', order('inReview'), 'em análise'),
  entry('order-refunding', order('refunding'), 'a caminho'),
  entry('order-refunded', order('refunded'), 'O valor voltou'),
  entry('order-unknown', `/pedido/${UNKNOWN_ID}`, 'Pedido não encontrado', { status: 404 }),
  entry('not-found', '/nada', 'Página não encontrada', { status: 404 }),
  entry('invoice-pending', invoice('pending'), 'Desconto de 10%'),
  entry('invoice-paid', invoice('paid'), 'Pago!'),
  entry('invoice-cancelled', invoice('cancelled'), 'Fatura cancelada'),
  entry('plans', '/assinaturas', 'Assinar com Pix Automático'),
  entry('subscription-waiting', subscription('waiting'), 'Aguardando a sua aprovação'),
  entry('subscription-active', subscription('active'), 'Assinatura ativa'),
  entry('subscription-cancelled', subscription('cancelled'), 'Assinatura cancelada'),
  entry('subscription-refused', subscription('refused'), 'Assinatura recusada'),
];

const adminCharge = (id: (records: ShopRecords) => string) => (records: ShopRecords) =>
  `/admin/cobrancas/${encodeURIComponent(id(records))}`;

const backOfficePages: readonly PageEntry[] = [
  entry('admin-login', '/admin', 'Entrar', { as: 'customer' }),
  entry('admin-tasks', '/admin', 'Fora do prazo'),
  entry('admin-tasks-question', '/admin', 'Fora do prazo', { act: click('Devolver') }),
  entry('admin-charges', '/admin/cobrancas', 'Assinatura de Maria da Silva'),
  entry('admin-charges-empty', '/admin/cobrancas?tipo=rec&situacao=paid', 'Nenhuma cobrança'),
  entry(
    'admin-charge-paid',
    adminCharge(({ orders }) => orders.paid),
    'Devolvido: R$',
  ),
  entry(
    'admin-charge-refunding',
    adminCharge(({ orders }) => orders.refunding),
    'Devolvendo',
  ),
  entry(
    'admin-charge-month',
    adminCharge(({ month }) => month),
    'Sem saldo na tentativa',
  ),
  entry(
    'admin-charge-subscription',
    adminCharge(({ subscriptions }) => subscriptions.active),
    'Ativa',
  ),
  entry('admin-charge-unknown', '/admin/cobrancas/nada', 'Cobrança não encontrada', {
    status: 404,
  }),
  entry('admin-invoices', '/admin/faturas', 'Aulas de dezembro', {
    act: (page) => page.getByText('Nova fatura').click(),
  }),
  entry('admin-payments', '/admin/pagamentos', 'Pagou a cobrança'),
  entry('admin-refunds', '/admin/devolucoes', 'Devolvida'),
  entry('admin-deliveries', '/admin/entregas', 'OrdersService.paid'),
  entry('admin-books', '/admin/livros', 'Recebido e devolvido por dia', {
    act: async (page) => {
      await click('Conferir com o banco')(page);
      await page.getByText('iguais, até o centavo').waitFor();
    },
  }),
  entry('admin-health', '/admin/saude', 'Livro de cobranças'),
  entry('admin-not-found', '/admin/nada', 'Página não encontrada', { status: 404 }),
];

/** Every page in every state. */
export const everyPage: readonly PageEntry[] = [...shopPages, ...backOfficePages];
