import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { PixSimulator } from 'nestjs-pix-devkit';
import request from 'supertest';
import type { BatchView } from '../src/invoices/batch.view.js';
import { addDays, toDay } from '../src/invoices/brazilian-day.js';
import { InvoiceSettlement } from '../src/invoices/invoice-settlement.js';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  BankEnvironment,
  CLIENT_SECRET,
} from './support/bank-environment.js';
import { copyDatabase } from './support/database-directory.js';
import { hasten } from './support/hasten.js';
import { logIn } from './support/log-in.js';
import { openShop } from './support/open-shop.js';

const due = addDays(toDay(new Date()), 10);
const HEADER = 'nome;cpfCnpj;valor;vencimento;descricao';
const row = (nome: string) => `${nome};52998224725;10,00;${due};Curso`;
afterEach(() => {
  jest.restoreAllMocks();
});

describe('batch of invoices', () => {
  it('continues after a restart in the middle, without a second charge', async () => {
    const database = await copyDatabase();
    const bank = await PixSimulator.start({ clientId: 'loja', clientSecret: CLIENT_SECRET });
    const environment = new BankEnvironment({
      baseUrl: bank.url,
      tokenUrl: bank.tokenUrl,
      ca: bank.ca,
      clientCertificate: bank.clientCertificate,
    });
    const open = () =>
      openShop('express', { ...environment.variables, DATABASE_DIR: database.path });
    const admin = { email: ADMIN_EMAIL, senha: ADMIN_PASSWORD };
    const first = await open();
    hasten(4);
    const cookie = await logIn(first.url, admin);
    // The bank takes the batch, and its answer is lost, as are all further ones.
    for (const on of ['lotecobv.create', 'lotecobv.get']) {
      bank.control.faults.add({ kind: 'reset', when: 'after', on, count: 'always' });
    }
    const rows = Array.from({ length: 3 }, (_, index) => row(`Cliente ${index}`));
    const file = { arquivo: 'faturas.csv', conteudo: [HEADER, ...rows].join('\n') };
    const { body } = await request(first.url)
      .post('/api/admin/invoice-batches')
      .set('cookie', cookie)
      .send(file)
      .expect(202);
    expect(body).toMatchObject({ emProcessamento: 3 });
    await first.app.get(InvoiceSettlement, { strict: false }).sweep();
    await first.close();
    jest.restoreAllMocks();

    bank.control.faults.clear();
    const second = await open();
    const again = await logIn(second.url, admin);
    const settlement = second.app.get(InvoiceSettlement, { strict: false });
    const read = async () =>
      (
        await request(second.url)
          .get(`/api/admin/invoice-batches/${body.id}`)
          .set('cookie', again)
          .expect(200)
      ).body as BatchView;
    let batch = await read();
    while (batch.emProcessamento > 0) {
      await settlement.sweep();
      batch = await read();
    }
    expect(batch).toMatchObject({ total: 3, criadas: 3, negadas: 0 });
    const { body: repeated } = await request(second.url)
      .post('/api/admin/invoice-batches')
      .set('cookie', again)
      .send(file)
      .expect(202);
    expect(repeated).toMatchObject({ id: body.id, repetido: true, criadas: 3 });
    await second.close();
    await bank.close();
    environment.remove();
    await database.remove();
  }, 120_000);
});
