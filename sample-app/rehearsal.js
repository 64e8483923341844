// The commands of `npx nestjs-pix rehearse`: what customers and the administrator of the shop do. See README.md.
import process from 'node:process';

const PERSON = { nome: 'Maria da Silva' };
const CPF = '529.982.247-25';
const DAY = 86_400_000;

/** Milliseconds between two looks at a record. */
const PAUSE = 100;

/** @type {Record<string, (shop: Shop, variables: NodeJS.ProcessEnv) => Promise<string | void>>} */
const actions = {
  order: (shop) => shop.create('orders', { itens: [{ produto: 'camiseta-ipe', quantidade: 1 }] }),

  invoice(shop) {
    const vencimento = new Date(Date.now() + 5 * DAY).toISOString().slice(0, 10);
    const charges = { multaPercentual: '2.00', jurosPercentualMes: '1.00' };
    const body = { ...PERSON, cpfCnpj: CPF, descricao: 'Ensaio', valor: '100.00', vencimento };
    return shop.create('invoices', { ...body, ...charges }, 'admin/invoices');
  },

  subscription: (shop) => shop.create('subscriptions', { ...PERSON, plano: 'clube-250', cpf: CPF }),

  async refund(shop, { PIX_E2EID: endToEndId, PIX_VALOR: valor }) {
    const id = globalThis.crypto.randomUUID().replaceAll('-', '');
    await shop.call('POST', 'admin/refunds', { endToEndId, valor, id });
  },

  async retry(shop, { PIX_TXID, PIX_DATA: dia }) {
    const { id } = await shop.findCharge(PIX_TXID);
    await shop.call('POST', `admin/charges/${encodeURIComponent(id)}/retry`, { dia });
  },

  /** Gives back each Pix that fits no order. The task appears after the notification was answered. */
  async decide(shop) {
    const tasks = await shop.until('admin/tasks', ({ length }) => length > 0);
    for (const { numero } of tasks) {
      await shop.call('POST', `admin/tasks/${numero}`, { escolha: 'refund' });
    }
  },

  async reconcile(shop) {
    const ate = new Date().toISOString().slice(0, 10);
    const de = new Date(Date.now() - DAY).toISOString().slice(0, 10);
    await shop.call('POST', 'admin/books', { de, ate });
  },

  async status(shop, { PIX_TXID }) {
    const { status, devolvido } = await shop.findCharge(PIX_TXID);
    return `${status === 'PAGO' ? 'paid' : 'unpaid'} ${devolvido}`;
  },
};

/** The API of the shop, with the session of the administrator. */
class Shop {
  #cookie = '';

  constructor(url) {
    this.url = url;
  }

  /** Creates a record, and returns the identifier that the bank knows it by. */
  async create(kind, body, path = kind) {
    const { id } = await this.call('POST', path, body);
    const isOpen = ({ cobranca }) => cobranca.status === 'PENDENTE';
    return (await this.until(`${kind}/${id}`, isOpen)).cobranca.identificador;
  }

  async findCharge(txid) {
    const { itens } = await this.call('GET', 'admin/charges');
    return itens.find(({ identificador }) => identificador === txid);
  }

  async until(path, isDone) {
    for (;;) {
      const record = await this.call('GET', path);
      if (isDone(record)) return record;
      await new Promise((done) => globalThis.setTimeout(done, PAUSE));
    }
  }

  async call(method, path, body) {
    const response = await globalThis.fetch(`${this.url}/api/${path}`, {
      method,
      headers: { cookie: this.#cookie, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    this.#cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? this.#cookie;
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}

/** Does an action, and returns what the rehearsal reads. */
export async function perform(action, variables) {
  const shop = new Shop(variables.SHOP_URL ?? 'http://localhost:3000');
  const { ADMIN_EMAIL: email = 'demo@loja.example', ADMIN_PASSWORD: senha = 'demo' } = variables;
  await shop.call('POST', 'admin/session', { email, senha });
  return (await actions[action](shop, variables)) ?? '';
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(await perform(process.argv[2], process.env));
}
