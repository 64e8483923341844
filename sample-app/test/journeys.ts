/* eslint-disable jest/valid-title -- the name is a parameter */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nextBusinessDay } from 'nestjs-pix/internal';
import type { ChargeDetailView } from '../src/backoffice/charges.controller.js';
import type { BooksView, DayView } from '../src/books/books.controller.js';
import { addDays, toDay } from '../src/charges/brazilian-day.js';
import type { DeliveriesView } from '../src/deliveries/deliveries.controller.js';
import type { InvoiceView } from '../src/invoices/invoice.view.js';
import type { OrderView } from '../src/orders/orders.controller.js';
import type { PaymentRowView, RefundView } from '../src/payments/payments.controller.js';
import type { SubscriptionView } from '../src/subscriptions/subscriptions.controller.js';
import type { TaskView } from '../src/tasks/tasks.controller.js';
import { eventStream } from './support/event-stream.js';
import { type Charged, ShopClient } from './support/shop-client.js';
import { ONE_SHIRT, type Shop } from './support/start-shop.js';

/** The journeys of customers and of the administrator, from the first request to the last cent. */
export function describeJourneys(name: string, open: () => Promise<Shop>): void {
  describe(name, () => {
    let shop: Shop;
    let client: ShopClient;
    beforeAll(async () => {
      shop = await open();
      client = await ShopClient.logIn(shop.url);
    });
    afterAll(() => shop.close());

    const refund = (endToEndId: string, valor: string, id: string) =>
      client.post('admin/refunds', { endToEndId, valor, id });

    it('order: a QR Code, paid on an open page, delivered, refunded in parts', async () => {
      const order = await client.post<OrderView>('orders', ONE_SHIRT);
      expect(order).toMatchObject({ valor: '37.00', entrega: 'AGUARDA' });
      expect(order.cobranca).toMatchObject({ status: 'PENDENTE', valor: '37.00' });
      expect(order.cobranca.qrCode).toMatch(/^data:image\/svg/);
      const path = `/api/orders/${order.id}`;
      const events = eventStream<{ caminho?: string; registro?: OrderView }>(
        `${shop.url}/api/live?caminho=${path}`,
      );
      expect((await events.next()).value).toEqual({ caminho: path, registro: order });
      await client.post(`orders/${order.id}/pay`);
      for await (const { registro } of events) {
        if (registro?.cobranca.status === 'PAGO' && registro.entrega === 'LIBERADA') break;
      }
      const paid = await client.get<OrderView>(`orders/${order.id}`);
      const [payment] = paid.cobranca.pagamentos;
      expect(payment).toMatchObject({ valor: '37.00', situacao: 'full' });
      await refund(payment!.endToEndId, '7.00', 'first');
      await client.until<OrderView>(`orders/${order.id}`, ({ cobranca }) => {
        return cobranca.status === 'PAGO' && cobranca.devolvido === '7.00';
      });
      // A repeat gives back nothing twice, and nothing more than was paid.
      await refund(payment!.endToEndId, '7.00', 'first');
      const more = { endToEndId: payment!.endToEndId, valor: '30.01', id: 'more' };
      expect((await client.send('admin/refunds', more)).status).toBe(409);
      await refund(payment!.endToEndId, '30.00', 'second');
      const done = await client.until<OrderView>(
        `orders/${order.id}`,
        ({ entrega }) => entrega === 'SUSPENSA',
      );
      expect(done.cobranca).toMatchObject({ status: 'DEVOLVIDO', devolvido: '37.00' });
    });

    it('order: a repeat of the request returns the same order', async () => {
      const headers = { 'idempotency-key': 'a-key-of-32-characters-of-a-cart' };
      const first = await client.send('orders', ONE_SHIRT, headers);
      const again = await client.send('orders', ONE_SHIRT, headers);
      expect(again.body).toMatchObject({ id: (first.body as Charged).id });
      const other = { itens: [{ produto: 'camiseta-ipe', quantidade: 2 }] };
      expect((await client.send('orders', other, headers)).status).toBe(422);
    });

    it('order: cancelled, paid late, a task, refunded by a person', async () => {
      const { id } = await client.post<OrderView>('orders', ONE_SHIRT);
      await client.post(`orders/${id}/cancel`);
      const { cobranca } = await client.becomes<OrderView>(`orders/${id}`, 'CANCELADO');
      expect((await client.send(`orders/${id}/cancel`)).status).toBe(200);
      const message = 'O banco simulado recusou: A cobrança está REMOVIDA_PELO_USUARIO_RECEBEDOR.';
      expect((await client.send(`orders/${id}/pay`)).body).toMatchObject({ message });
      const pix = await shop.bank.control.pay(cobranca.identificador!, { force: true });
      await client.becomes(`orders/${id}`, 'EM_ANALISE');
      const [task] = await client.until<TaskView[]>('admin/tasks', ({ length }) => length === 1);
      expect(task).toMatchObject({
        motivo: 'late',
        cobranca: id,
        endToEndId: pix.endToEndId,
        valor: '37.00',
        escolhas: ['refund', 'accept', 'dismiss'],
      });
      await client.post(`admin/tasks/${task!.numero}`, { escolha: 'refund' });
      expect((await client.send(`admin/tasks/${task!.numero}`, { escolha: 'refund' })).status).toBe(
        409,
      );
      const refunded = await client.becomes<OrderView>(`orders/${id}`, 'DEVOLVIDO');
      expect(refunded).toMatchObject({ entrega: 'AGUARDA' });
    });

    it('order: paid twice, the second payment is given back and the order stays paid', async () => {
      const order = await client.post<OrderView>('orders', ONE_SHIRT);
      const txid = order.cobranca.identificador!;
      await shop.bank.control.pay(txid);
      await client.becomes(`orders/${order.id}`, 'PAGO');
      await shop.bank.control.pay(txid, { force: true });
      const [task] = await client.until<TaskView[]>('admin/tasks', ({ length }) => length === 1);
      expect(task).toMatchObject({ motivo: 'duplicate', cobranca: order.id });
      await client.post(`admin/tasks/${task!.numero}`, { escolha: 'refund' });
      const paid = await client.until<OrderView>(
        `orders/${order.id}`,
        ({ cobranca }) => cobranca.devolvido === '37.00',
      );
      expect(paid).toMatchObject({ entrega: 'LIBERADA', cobranca: { status: 'PAGO' } });
    });

    it('invoice: paid with its discount of today', async () => {
      const due = addDays(toDay(new Date()), 20);
      const fields = {
        nome: 'Maria da Silva',
        cpfCnpj: '529.982.247-25',
        descricao: 'Mensalidade',
        valor: '100.00',
        vencimento: due,
        descontoPercentual: '10.00',
        descontoAte: addDays(due, -1),
      };
      const cent = { ...fields, valor: '1.00', descontoPercentual: '99.00' };
      expect((await client.send('admin/invoices', cent)).status).toBe(422);
      const invoice = await client.post<InvoiceView>('admin/invoices', fields);
      expect(invoice).toMatchObject({ cpfCnpj: '•••.•••.247-••', diasAposVencimento: 30 });
      expect(invoice.ultimoDia >= addDays(due, 30)).toBe(true);
      const today = { original: '100.00', multa: null, desconto: '10.00', total: '90.00' };
      const path = `invoices/${invoice.id}/today`;
      expect(await client.get(path)).toMatchObject({ ...today, calculado: false });
      const { faults } = shop.bank.control;
      faults.add({ on: 'payload.getCobV', kind: 'status', status: 503, count: 'always' });
      expect(await client.get(path)).toMatchObject({ ...today, calculado: true });
      faults.clear();
      await client.post(`invoices/${invoice.id}/pay`);
      const paid = await client.becomes<InvoiceView>(`invoices/${invoice.id}`, 'PAGO');
      expect(paid.cobranca.pagamentos).toMatchObject([{ valor: '90.00', situacao: 'full' }]);
      await expect(client.get('admin/invoices')).resolves.toMatchObject([
        { id: invoice.id, cobranca: { status: 'PAGO' } },
      ]);
    });

    it('subscription: approved, its month fails once, is paid by another attempt, cancelled', async () => {
      const { id, cobranca } = await client.post<SubscriptionView>('subscriptions', {
        plano: 'clube-250',
        nome: 'Maria da Silva',
        cpf: '529.982.247-25',
      });
      expect(cobranca.status).toBe('PENDENTE');
      expect(cobranca.pixCopiaECola).toMatch(/br\.gov\.bcb\.pix/);
      const path = `subscriptions/${id}`;
      await client.post(`${path}/demo`, { acao: 'approve' });
      const active = await client.until<SubscriptionView>(
        path,
        ({ cobranca: { status }, meses }) => {
          const attempts = meses[0]?.cobranca.tentativas ?? [];
          return status === 'ATIVA' && attempts.at(-1)?.status === 'AGENDADA';
        },
      );
      const [month] = active.meses;
      expect(month!.cobranca).toMatchObject({ tipo: 'cobr', valor: '34.90' });
      await client.post(`${path}/demo`, { acao: 'fail' });
      const charge = `admin/charges/${encodeURIComponent(month!.cobranca.id)}`;
      await client.until<ChargeDetailView>(charge, ({ tentativas }) => {
        return tentativas.at(-1)?.status === 'EXPIRADA';
      });
      await client.post(`${charge}/retry`, { dia: nextBusinessDay(addDays(month!.vencimento, 1)) });
      await client.until<ChargeDetailView>(charge, ({ tentativas }) => tentativas.length === 2);
      await client.post(`${path}/demo`, { acao: 'settle' });
      const monthIs = async (status: string) => {
        const { meses } = await client.until<SubscriptionView>(
          path,
          (view) => view.meses[0]?.cobranca.status === status,
        );
        return meses[0]!.cobranca.pagamentos[0]!;
      };
      const { endToEndId } = await monthIs('PAGO');
      const { control } = shop.bank;
      const natureza = 'MED_PIX_AUTOMATICO';
      const refund = await control.refundByProvider(endToEndId, { natureza });
      await control.settleRefund(endToEndId, refund.id);
      expect((await monthIs('DEVOLVIDO')).devolucoes).toMatchObject([{ pedidaPor: 'bank' }]);
      await client.post(`${path}/cancel`);
      await client.becomes(path, 'CANCELADO');
    });

    it('back office: charges with their history, payments, refunds, deliveries', async () => {
      const list = await client.get<{ itens: ChargeDetailView[] }>('admin/charges?tipo=cobv');
      expect(list.itens).toMatchObject([{ assunto: 'Maria da Silva: Mensalidade' }]);
      const charge = await client.get<ChargeDetailView>(`admin/charges/${list.itens[0]!.id}`);
      expect(charge.historico.map(({ para }) => para).filter(Boolean)).toEqual([
        'opening',
        'open',
        'paid',
      ]);
      const payments = await client.get<PaymentRowView[]>('admin/payments');
      expect(payments.map(({ valor }) => valor).sort()).toEqual([
        '34.90',
        '37.00',
        '37.00',
        '37.00',
        '37.00',
        '90.00',
      ]);
      const refunds = await client.get<RefundView[]>('admin/refunds');
      expect(refunds.every(({ situacao }) => situacao === 'returned')).toBe(true);
      expect(refunds).toHaveLength(5);
      const { avisos } = await client.until<DeliveriesView>('admin/deliveries', (deliveries) =>
        deliveries.avisos.every(({ concluidaEm }) => concluidaEm !== null),
      );
      expect(new Set(avisos.map(({ tratador }) => tratador))).toContain('OrdersService.paid');
    });

    it.each(['MED_FRAUDE', 'MED_OPERACIONAL'] as const)(
      'order: given back by the bank (%s), which order, refunds and payments say',
      async (natureza) => {
        const { control } = shop.bank;
        const { id, cobranca } = await client.post<OrderView>('orders', ONE_SHIRT);
        const { endToEndId } = await control.pay(cobranca.identificador!);
        await client.becomes(`orders/${id}`, 'PAGO');
        const refund = await control.refundByProvider(endToEndId, { natureza });
        await control.settleRefund(endToEndId, refund.id);
        const returned = await client.becomes<OrderView>(`orders/${id}`, 'DEVOLVIDO');
        const bank = { id: refund.id, situacao: 'returned', pedidaPor: 'bank' };
        expect(returned.cobranca.pagamentos).toMatchObject([{ devolucoes: [bank] }]);
        expect((await client.get<RefundView[]>('admin/refunds'))[0]).toMatchObject(bank);
        const rows = await client.get<PaymentRowView[]>('admin/payments');
        expect(rows.find((row) => row.endToEndId === endToEndId)?.peloBanco).toBe(true);
        expect(rows.filter(({ peloBanco }) => !peloBanco).length).toBeGreaterThan(0);
      },
    );

    it('books: received less refunded is what the bank has, to the cent', async () => {
      const today = toDay(new Date());
      const period = { de: addDays(today, -1), ate: today };
      const books = await client.post<BooksView>('admin/books', period);
      expect(books).toMatchObject({
        recebido: '346.90',
        devolvido: '219.90',
        saldo: '127.00',
        banco: '127.00',
        diferenca: '0.00',
        diferencas: [],
      });
      const days = await client.get<DayView[]>(`admin/books?de=${period.de}&ate=${period.ate}`);
      expect(days).toHaveLength(2);
      const cents = (valor: string) => Number(valor.replace('.', ''));
      expect(days.reduce((total, { recebido }) => total + cents(recebido), 0)).toBe(34_690);
      expect(days.reduce((total, { devolvido }) => total + cents(devolvido), 0)).toBe(21_990);
      await expect(client.get('admin/health')).resolves.toMatchObject({
        livro: { status: 'up', unsettled: 0, tasks: 0 },
        bancoDeDados: { status: 'up' },
      });
    });
  });
}
