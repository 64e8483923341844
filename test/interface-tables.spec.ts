import { describe, expect, it } from '@jest/globals';
import { resolveBaseUrl } from '../lib/client/plan.js';
import {
  allOperations,
  buildPath,
  collectViolations,
  findOperation,
  operationName,
  RecSolicitadaDto,
} from '../lib/contract/index.js';

import { CobSolicitadaDto } from '../lib/dto.js';
import { errorFromResponse } from '../lib/errors/index.js';
import { definePixProvider, generateIdRec, parseIdRec, pixScopes } from '../lib/index.js';
import { pixProviders, type PixOperation } from '../lib/spec.js';

const TXID = 'a'.repeat(26);

const operation = (id: string): PixOperation => {
  const found = findOperation(id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};

const fieldsBroken = (body: object) =>
  collectViolations(CobSolicitadaDto, body).map(({ path }) => path);

describe('resource families', () => {
  it.each([
    ['cob', '/cob/{txid}'],
    ['cobv', '/cobv/{txid}'],
    ['lotecobv', '/lotecobv/{id}'],
    ['loc', '/loc/{id}'],
    ['pix', '/pix/{e2eid}'],
    ['webhook', '/webhook/{chave}'],
    ['rec', '/rec/{idRec}'],
    ['solicrec', '/solicrec/{idSolicRec}'],
    ['cobr', '/cobr/{txid}'],
    ['locrec', '/locrec/{id}'],
    ['webhookcobr', '/webhookcobr'],
    ['webhookrec', '/webhookrec'],
  ])('%s has the item path %s', (family, path) => {
    const paths = allOperations.filter((row) => row.family === family).map((row) => row.path);
    expect(paths).toContain(path);
  });
});

describe('the body of an immediate charge', () => {
  const body = {
    calendario: { expiracao: 3600 },
    devedor: { cpf: '12345678909', nome: 'Fulana' },
    valor: { original: '37.00' },
    chave: 'loja@example.com',
    solicitacaoPagador: 'Serviço realizado.',
  };

  it('is accepted with every field', () => {
    expect(fieldsBroken(body)).toEqual([]);
  });

  it.each([
    [
      'calendario.expiracao is an integer',
      { calendario: { expiracao: 1.5 } },
      'calendario.expiracao',
    ],
    ['devedor.cpf is a string of digits', { devedor: { cpf: '123', nome: 'F' } }, 'devedor.cpf'],
    ['devedor.nome is a string', { devedor: { cpf: '12345678909', nome: 5 } }, 'devedor.nome'],
    ['valor.original is decimal text', { valor: { original: 37 } }, 'valor.original'],
    ['valor.original has two decimals', { valor: { original: '37.0' } }, 'valor.original'],
    ['chave is a string', { chave: 5 }, 'chave'],
    ['solicitacaoPagador is a string', { solicitacaoPagador: {} }, 'solicitacaoPagador'],
  ])('is checked: %s', (_, change, field) => {
    expect(fieldsBroken({ ...body, ...change })).toContain(field);
  });
});

describe('an identifier in a path', () => {
  it.each(['cob.get', 'cobv.get', 'cobr.get'])('is the txid for %s', (id) => {
    expect(buildPath(operation(id), { txid: TXID })).toMatch(new RegExp(`/${TXID}$`));
  });

  it('is an idRec of exactly 29 characters that is case sensitive', () => {
    const idRec = generateIdRec({ ispb: '12345678', politicaRetentativa: 'NAO_PERMITE' });
    expect(idRec).toHaveLength(29);
    expect(buildPath(operation('rec.get'), { idRec })).toBe(`/rec/${idRec}`);
    expect(() => parseIdRec(idRec.toLowerCase())).toThrow();
    expect(() => buildPath(operation('rec.get'), { idRec: idRec.slice(1) })).toThrow(/idRec/);
  });

  it('is the idSolicRec for a request to confirm', () => {
    const idSolicRec = `SC1234567820260101${'a'.repeat(11)}`;
    expect(buildPath(operation('solicrec.get'), { idSolicRec })).toBe(`/solicrec/${idSolicRec}`);
  });

  it('is the percent-encoded chave for a webhook', () => {
    expect(buildPath(operation('webhook.get'), { chave: 'c@example.com' })).toBe(
      '/webhook/c%40example.com',
    );
  });
});

describe('politicaRetentativa', () => {
  const broken = (politicaRetentativa: unknown) =>
    collectViolations(RecSolicitadaDto, { politicaRetentativa }).filter(
      ({ path }) => path === 'politicaRetentativa',
    );

  it.each(['NAO_PERMITE', 'PERMITE_3R_7D'])('accepts %s', (value) => {
    expect(broken(value)).toEqual([]);
  });

  it.each(['PERMITE', 'nao_permite', '', 3])('refuses %j', (value) => {
    expect(broken(value)).not.toEqual([]);
  });
});

describe('operations', () => {
  it.each([
    ['cob.createWithTxid', 'PUT /cob/{txid}', 'identified'],
    ['cob.create', 'POST /cob', 'duplicates'],
    ['cobr.create', 'POST /cobr', 'duplicates'],
    ['rec.create', 'POST /rec', 'duplicates'],
    ['solicrec.create', 'POST /solicrec', 'duplicates'],
    ['loc.create', 'POST /loc', 'duplicates'],
    ['locrec.create', 'POST /locrec', 'duplicates'],
    ['cob.revise', 'PATCH /cob/{txid}', 'idempotent'],
    ['cobv.revise', 'PATCH /cobv/{txid}', 'idempotent'],
    ['cobr.revise', 'PATCH /cobr/{txid}', 'idempotent'],
    ['rec.revise', 'PATCH /rec/{idRec}', 'idempotent'],
    ['solicrec.revise', 'PATCH /solicrec/{idSolicRec}', 'idempotent'],
    ['cobr.retry', 'POST /cobr/{txid}/retentativa/{data}', 'duplicates'],
    ['webhook.list', 'GET /webhook', 'safe'],
    ['pix.list', 'GET /pix', 'safe'],
  ])('%s sends %s, and its repeat is classified as %s', (id, name, repeat) => {
    expect(operationName(operation(id))).toBe(name);
    expect(operation(id).repeat).toBe(repeat);
  });

  it.each([
    ['lotecobv.create', 'PUT', 202],
    ['lotecobv.revise', 'PATCH', 202],
    ['webhook.register', 'PUT', 200],
    ['webhook.delete', 'DELETE', 204],
  ])('%s (%s) answers %d with an empty body', (id, method, status) => {
    expect(operation(id)).toMatchObject({ method, success: [status], responseBody: 'empty' });
  });
});

describe('the scopes of the client', () => {
  it.each([
    'cob.write',
    'cob.read',
    'cobv.write',
    'cobv.read',
    'lotecobv.write',
    'lotecobv.read',
    'pix.write',
    'pix.read',
    'webhook.read',
    'webhook.write',
    'payloadlocation.write',
    'payloadlocation.read',
  ])('include %s by default', (scope) => {
    expect(pixScopes).toContain(scope);
  });

  it('include those of Pix Automático by default, 24 in all', () => {
    const more = ['rec', 'solicrec', 'cobr', 'payloadlocationrec', 'webhookrec', 'webhookcobr'];
    expect(pixScopes).toEqual(
      expect.arrayContaining(more.flatMap((name) => [`${name}.read`, `${name}.write`])),
    );
    expect(pixScopes).toHaveLength(24);
  });

  it('do not include those of other products, which have their own groups', () => {
    const { boletos, webhooks, contaCorrente } = pixProviders.sicoob.scopeGroups ?? {};
    expect([boletos, webhooks, contaCorrente].flatMap((group) => group?.scopes ?? [])).toEqual([
      'boletos_inclusao',
      'boletos_consulta',
      'boletos_alteracao',
      'webhooks_alteracao',
      'webhooks_consulta',
      'webhooks_inclusao',
      'cco_consulta',
      'cco_transferencias',
      'openid',
    ]);
  });
});

describe('limits', () => {
  it('truncate a raw response body in detail to 500 characters', () => {
    expect(errorFromResponse({ status: 502, body: 'x'.repeat(501) }).detail).toHaveLength(500);
  });

  it('require 29 characters in idRec, with a sequence of 11 and an ISPB of 8 digits', () => {
    const idRec = generateIdRec({ ispb: '12345678', politicaRetentativa: 'PERMITE_3R_7D' });
    const { sequence, ispb } = parseIdRec(idRec);
    expect([idRec.length, sequence.length, ispb.length]).toEqual([29, 11, 8]);
    const make = (change: object) => () =>
      generateIdRec({ ispb: '12345678', politicaRetentativa: 'NAO_PERMITE', ...change });
    expect(make({ ispb: '1234567' })).toThrow(/ispb/);
    expect(make({ sequence: 'a'.repeat(10) })).toThrow(/sequence/);
  });
});

describe('base addresses', () => {
  it('end in /pix/v2 for every operation of an ordinary profile', () => {
    const provider = definePixProvider({
      name: 'common',
      code: '999',
      production: { baseUrl: 'https://x.example/pix/v2', tokenUrl: 'https://x.example/token' },
      scopes: pixScopes,
    });
    const bases = allOperations.map((row) =>
      resolveBaseUrl(row, provider, provider.production.baseUrl),
    );
    expect(new Set(bases)).toEqual(new Set(['https://x.example/pix/v2']));
  });

  it('have one version for Pix and Pix Automático at Inter', () => {
    const { inter } = pixProviders;
    expect(inter.production.baseUrl).toMatch(/\/pix\/v2$/);
    expect(inter.versions).toBeUndefined();
  });
});
