import request from 'supertest';
import { waitUntil } from '../../../test/services/support/wait-until.js';
import type { ChargeStatus, ChargeView } from '../../src/charges/charge.view.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from './bank-environment.js';

/** A record with its charge. */
export interface Charged {
  readonly id: string;
  readonly cobranca: ChargeView;
}

/** The login of the demo, and of a shop with a bank. */
const LOGINS = {
  demo: { email: 'demo@loja.example', senha: 'demo' },
  bank: { email: ADMIN_EMAIL, senha: ADMIN_PASSWORD },
};

/** Milliseconds between two looks. */
const PAUSE = 100;

/** Calls the API of a shop, as a customer and as its administrator. */
export class ShopClient {
  #cookie = '';

  constructor(readonly url: string) {}

  /** @returns a client with the session of the administrator */
  static async logIn(url: string, login: keyof typeof LOGINS = 'demo'): Promise<ShopClient> {
    const client = new ShopClient(url);
    const { headers } = await request(url)
      .post('/api/admin/session')
      .send(LOGINS[login])
      .expect(200);
    client.#cookie = (headers['set-cookie'] as unknown as string[])[0]!.split(';', 1)[0]!;
    return client;
  }

  get cookie(): string {
    return this.#cookie;
  }

  async get<T>(path: string): Promise<T> {
    const answer = await request(this.url).get(`/api/${path}`).set('cookie', this.#cookie);
    return readBody(path, answer) as T;
  }

  async post<T>(path: string, body: object = {}): Promise<T> {
    return readBody(path, await this.send(path, body)) as T;
  }

  send(path: string, body: object = {}, headers: Record<string, string> = {}) {
    return request(this.url)
      .post(`/api/${path}`)
      .set({ cookie: this.#cookie, ...headers })
      .send(body);
  }

  /** Waits until a record is as it should be: a notification may be handled after it was answered. */
  async until<T>(path: string, isDone: (record: T) => boolean): Promise<T> {
    let record: T;
    await waitUntil(async () => isDone((record = await this.get<T>(path))), PAUSE);
    return record!;
  }

  /** Waits until the charge of a record has a status. */
  becomes<T extends Charged>(path: string, status: ChargeStatus): Promise<T> {
    return this.until<T>(path, ({ cobranca }) => cobranca.status === status);
  }
}

/** @throws Error when the shop refused the request */
function readBody(path: string, { ok, status, body }: request.Response): unknown {
  if (!ok) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}
