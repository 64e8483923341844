import { expect } from '@jest/globals';
import type { DeliveryKind } from '../../../devkit/simulator/index.js';
import { send, type BareResponse, type Json } from '../../simulator/support/bare-client.js';
import type { SimulatorDriver } from '../../simulator/support/simulator-driver.js';
import type { WebhookReceiver } from '../../simulator/support/webhook-receiver.js';
import type { Specification } from '../support/specification.js';
import { COB, COBV, REC, cobr, txid } from './bodies.js';

const NOTIFICATIONS: Readonly<Record<DeliveryKind, string>> = {
  pix: 'WebhookPixBody',
  rec: 'WebhookRecBody',
  cobr: 'WebhookCobRBody',
};

/** Ordered parts of the tour, by name. */
export type TourParts = Readonly<Record<string, (tour: Tour) => Promise<void>>>;

/** Calls the simulator, checks every response against the specification file and records what it covers. */
export class Tour {
  /** Operations with a successful response. */
  readonly operations = new Set<string>();
  /** Error types that were returned. */
  readonly errorTypes = new Set<string>();
  /** Values of state fields by resource and field: `cobr tentativas.status`. */
  private readonly states = new Map<string, Set<string>>();

  constructor(
    private readonly specification: Specification,
    readonly driver: SimulatorDriver,
    readonly receiver: WebhookReceiver,
  ) {}

  /** Returns the body of a response, which must be a success. */
  async ok(method: string, template: string, path = template, body?: unknown): Promise<Json> {
    const answer = await this.driver.call(method, path, body);
    this.checkResponse(method, template, answer);
    expect([method, path, answer.status, answer.text]).toEqual([
      method,
      path,
      expect.any(Number),
      answer.status < 300 ? answer.text : 'a success',
    ]);
    this.operations.add(`${method} ${template}`);
    this.remember(template.split('/')[1] ?? '', answer.body);
    return answer.body;
  }

  /** Returns the fields that a refusal names. The response must have this error type. */
  async refused(
    type: string,
    method: string,
    template: string,
    path = template,
    body?: unknown,
  ): Promise<string[]> {
    return this.refusal(type, method, template, await this.driver.call(method, path, body));
  }

  newRec(change: object = {}): Promise<Json> {
    return this.ok('POST', '/rec', '/rec', { ...REC, ...change });
  }

  readRec(idRec: string, query = ''): Promise<Json> {
    return this.ok('GET', '/rec/{idRec}', `/rec/${idRec}${query}`);
  }

  newCob(body: object = COB): Promise<Json> {
    return this.ok('POST', '/cob', '/cob', body);
  }

  newCobV(body: object = COBV, id = txid()): Promise<Json> {
    return this.ok('PUT', '/cobv/{txid}', `/cobv/${id}`, body);
  }

  newCobR(idRec: string, day: string): Promise<Json> {
    return this.ok('PUT', '/cobr/{txid}', `/cobr/${txid()}`, cobr(idRec, day));
  }

  readCobR(id: string): Promise<Json> {
    return this.ok('GET', '/cobr/{txid}', `/cobr/${id}`);
  }

  /** Returns the payload of a location, decoded from its JWS. */
  async payload(template: string, location: string, query = ''): Promise<Json> {
    const answer = await this.look(location, query, true);
    const [, content = ''] = answer.text.split('.');
    const body = JSON.parse(Buffer.from(content, 'base64url').toString('utf8'));
    this.checkResponse('GET', template, { ...answer, body });
    expect(answer.status).toBe(200);
    this.operations.add(`GET ${template}`);
    return body;
  }

  async payloadRefused(
    type: string,
    template: string,
    location: string,
    query = '',
  ): Promise<string[]> {
    return this.refusal(type, 'GET', template, await this.look(location, query, false));
  }

  /** Checks all notifications against the file. */
  async checkNotifications(): Promise<Record<DeliveryKind, number>> {
    await this.driver.control.idle();
    const counts = { pix: 0, rec: 0, cobr: 0 };
    for (const { kind, body } of this.driver.control.deliveries) {
      counts[kind] += 1;
      expect(this.specification.checkNotification(NOTIFICATIONS[kind], body)).toEqual([]);
    }
    return counts;
  }

  /** Returns the values that were observed in a field of a resource. */
  observed(family: string, field: string): string[] {
    return [...(this.states.get(`${family} ${field}`) ?? [])].sort();
  }

  checkResponse(
    method: string,
    template: string,
    answer: Pick<BareResponse, 'status' | 'headers' | 'text' | 'body'>,
  ): void {
    const faults = this.specification.checkResponse(method, template, answer);
    expect({ method, template, faults, body: answer.body as unknown }).toEqual({
      method,
      template,
      faults: [],
      body: answer.body as unknown,
    });
  }

  private refusal(type: string, method: string, template: string, answer: BareResponse): string[] {
    this.checkResponse(method, template, answer);
    const given = String(answer.body?.type).replace(/.*\//, '');
    expect([method, template, given, answer.text]).toEqual([method, template, type, answer.text]);
    this.errorTypes.add(given);
    const { violacoes = [] } = answer.body as { violacoes?: { propriedade: string }[] };
    return violacoes.map(({ propriedade }) => propriedade);
  }

  private look(location: string, query: string, raw: boolean): Promise<BareResponse> {
    return send(`https://${location}${query}`, { ca: this.driver.simulator.ca, raw });
  }

  private remember(family: string, value: unknown, field = ''): void {
    if (Array.isArray(value)) value.forEach((item) => this.remember(family, item, field));
    else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) {
        this.remember(family, part, field === '' ? name : `${field}.${name}`);
      }
    } else if (typeof value === 'string') {
      const key = `${family} ${field}`;
      this.states.set(key, (this.states.get(key) ?? new Set()).add(value));
    }
  }
}
