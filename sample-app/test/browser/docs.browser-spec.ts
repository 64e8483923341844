import { beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import request from 'supertest';
import { FIELD_TEXTS } from '../../src/docs/field-texts.js';
import { PARAMETER_TEXTS, SCHEMA_TEXTS } from '../../src/docs/schema-texts.js';
import { addDays, toDay } from '../../src/invoices/brazilian-day.js';
import { logIn } from '../support/log-in.js';
import { ONE_SHIRT } from '../support/open-shop.js';
import { useShop } from './use-shop.js';

const opened = useShop();
const DUE = addDays(toDay(new Date()), 30);
const INVOICE = { nome: 'Maria', cpfCnpj: '52998224725', valor: '10.00', vencimento: DUE };

interface Field {
  readonly type?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly items?: Field;
  readonly properties?: Readonly<Record<string, Field>>;
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly example?: unknown;
    readonly schema: object;
  }[];
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Readonly<
          Record<string, { readonly schema: Field; readonly example?: unknown }>
        >;
      }
    >
  >;
}

function listOperations({ paths }: OpenAPIObject): (Operation & { readonly route: string })[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      ...operation,
      route: `${method.toUpperCase()} ${path}`,
    })),
  );
}

/** The Swagger plugin of the build writes the types of the responses into the document. */
describe('document of the API', () => {
  let document: OpenAPIObject;
  beforeAll(async () => {
    document = (await request(opened.shop.url).get('/docs-json').expect(200)).body as OpenAPIObject;
  });

  it('is valid OpenAPI', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone({ ...document }));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('has a type for every response with a body, and for every body of a request', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods as object)) {
        const { responses, requestBody } = operation as {
          readonly responses: Record<string, { readonly content?: Record<string, object> }>;
          readonly requestBody?: { readonly content: Record<string, object> };
        };
        for (const [status, { content }] of Object.entries(responses)) {
          const schema = Object.values(content ?? {}).map((one) => 'schema' in one && one.schema);
          expect({ path, method, status, schema }).toEqual({
            path,
            method,
            status,
            schema: status === '204' ? [] : [expect.anything()],
          });
        }
        if (requestBody) {
          const [body] = Object.values(requestBody.content);
          expect(body).toEqual({ schema: { $ref: expect.stringMatching(/Dto$/) } });
        }
      }
    }
  });

  it('describes every field and parameter, with an example of its type', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const undescribed: string[] = [];
    const visit = (where: string, schema: Field) => {
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        const { description, examples: [example] = [], items = field } = field;
        // A record or a list of records has the examples of its fields.
        const isOwn =
          ['$ref', 'anyOf', 'allOf'].some((key) => key in items) ||
          'enum' in field ||
          field.type === 'boolean';
        const isDescribed = description !== undefined && description !== '';
        if (!isDescribed || !(isOwn || (example !== undefined && ajv.validate(field, example)))) {
          undescribed.push(`${where}.${name}`);
        }
        visit(`${where}.${name}`, items);
      }
    };
    const { schemas } = document.components as { readonly schemas: Record<string, Field> };
    expect(Object.keys(schemas).length).toBeGreaterThan(50);
    for (const [name, schema] of Object.entries(schemas)) visit(name, schema);
    for (const { route, parameters = [], responses } of listOperations(document)) {
      for (const { name, description, example, schema } of parameters) {
        const isExample = example !== undefined || 'enum' in schema;
        if (!description || !isExample) undescribed.push(`${route} ${name}`);
      }
      for (const [status, { description, content = {} }] of Object.entries(responses)) {
        if (!description) undescribed.push(`${route} ${status}`);
        for (const [type, { schema, example }] of Object.entries(content)) {
          visit(`${route} ${status}`, schema);
          if (type === 'text/csv' && !example) undescribed.push(`${route} ${type}`);
        }
      }
    }
    expect(undescribed).toEqual([]);
  });

  it('has no description of a field that does not exist', () => {
    const { schemas } = document.components as { readonly schemas: Record<string, Field> };
    const unused: string[] = [];
    for (const [pattern, texts] of SCHEMA_TEXTS) {
      for (const [field, [text]] of Object.entries(texts)) {
        const matching = Object.entries(schemas).filter(([name]) => pattern.test(name));
        const isUsed = matching.some(([, one]) => one.properties?.[field]?.description === text);
        if (!isUsed) unused.push(`${pattern}.${field}`);
      }
    }
    const json = JSON.stringify(document);
    for (const [field, [text]] of Object.entries({ ...FIELD_TEXTS, ...PARAMETER_TEXTS })) {
      if (!json.includes(JSON.stringify(text))) unused.push(field);
    }
    expect(unused).toEqual([]);
  });

  it('describes what the shop answers, field by field', async () => {
    const api = request(opened.shop.url);
    const cookie = await logIn(opened.shop.url);
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    // Fields that the document does not have are a mistake in it.
    const schemas = JSON.parse(JSON.stringify(document.components?.schemas), (_, value: object) =>
      'properties' in Object(value) ? { unevaluatedProperties: false, ...value } : value,
    ) as Record<string, { unevaluatedProperties?: boolean }>;
    // These two have more fields in some answers.
    delete schemas.ComponentView?.unevaluatedProperties;
    delete schemas.ErrorView?.unevaluatedProperties;
    ajv.addSchema({ $id: 'document', components: { schemas } });
    const check = (method: 'get' | 'post', path: string, status: number, body: unknown) => {
      const operation = document.paths[path]![method]!;
      const response = operation.responses[status] as {
        readonly content: Record<string, { readonly schema: object }>;
      };
      const text = JSON.stringify(response.content['application/json']!.schema);
      const schema = JSON.parse(text.replaceAll('"#/', '"document#/')) as object;
      const isValid = ajv.validate(schema, body);
      expect({ path, errors: ajv.errors ?? [], isValid }).toEqual({
        path,
        errors: [],
        isValid: true,
      });
    };
    const get = async (template: string, path = template, status = 200) => {
      const { body } = await api.get(path).set('cookie', cookie).expect(status);
      check('get', template, status, body);
    };
    const post = async (template: string, status: number, body: object, path = template) => {
      const answer = await api.post(path).set('cookie', cookie).send(body).expect(status);
      check('post', template, status, answer.body);
      return answer.body as { readonly id: string };
    };

    const order = await post('/api/orders', 201, ONE_SHIRT);
    await post('/api/demo/orders/{id}/pay', 202, {}, `/api/demo/orders/${order.id}/pay`);
    const invoice = await post('/api/admin/invoices', 201, { ...INVOICE, descricao: 'Aula' });
    await get('/api/invoices/{id}', `/api/invoices/${invoice.id}`);
    await get('/api/invoices/{id}/today', `/api/invoices/${invoice.id}/today`);
    await get('/api/admin/invoices/{id}', `/api/admin/invoices/${invoice.id}`);
    const subscription = await post('/api/subscriptions', 201, {
      plano: 'clube-250',
      nome: 'Maria da Silva',
      cpf: '52998224725',
      jornada: 'JORNADA_3',
    });
    await get('/api/subscriptions/{id}', `/api/subscriptions/${subscription.id}`);
    await post('/api/orders', 400, {});
    await get('/api/orders/{id}', `/api/orders/${invoice.id}`, 404);
    await get('/api/orders/{id}', `/api/orders/${order.id}`);
    await get('/api/admin/orders/{id}', `/api/admin/orders/${order.id}`);
    const lists = ['orders', 'invoices', 'subscriptions', 'payments', 'deliveries', 'audit'];
    for (const list of lists) await get(`/api/admin/${list}`);
    for (const path of ['users', 'tasks', 'statistics', 'health', 'session', 'invoice-batches']) {
      await get(`/api/admin/${path}`);
    }
    for (const path of ['/api/products', '/api/config', '/api/subscriptions/plans'])
      await get(path);
    await get('/health/ready');
    const anonymous = await api.get('/api/admin/session').expect(200);
    check('get', '/api/admin/session', 200, anonymous.body);
  });
});

describe('page of the API', () => {
  it('opens without errors and requests to other hosts, and shows a route', async () => {
    const page = await opened.browser.newPage({ locale: 'pt-BR' });
    const problems: string[] = [];
    const hosts = new Set<string>();
    page.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (sent) => {
      if (!sent.url().startsWith('data:')) hosts.add(new URL(sent.url()).origin);
    });
    await page.goto(`${opened.shop.url}/docs`);
    await page.getByRole('heading', { name: 'API da Loja Ipê' }).waitFor();
    await page.getByText('Cria um pedido e a sua cobrança Pix').click();
    await page.getByText('camiseta-ipe').first().waitFor();
    expect(problems).toEqual([]);
    expect([...hosts]).toEqual([opened.shop.url]);
    await page.close();
  });
});
