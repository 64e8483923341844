import { describe, expect, it } from '@jest/globals';
import { buildQuery, cobOperations, webhookOperations } from '../../lib/contract/index.js';

const period = { inicio: '2020-04-01T00:00:00Z', fim: '2020-04-02T00:00:00Z' };

describe('buildQuery', () => {
  it('uses the parameter names of the specification', () => {
    expect(
      buildQuery(cobOperations.list, {
        ...period,
        cpf: '12345678909',
        locationPresente: false,
        status: 'ATIVA',
        paginaAtual: 0,
        itensPorPagina: 50,
      }),
    ).toEqual({
      ...period,
      cpf: '12345678909',
      locationPresente: 'false',
      status: 'ATIVA',
      'paginacao.paginaAtual': '0',
      'paginacao.itensPorPagina': '50',
    });
  });

  it('serializes a Date in UTC', () => {
    const query = buildQuery(cobOperations.list, {
      inicio: new Date('2020-03-31T21:00:00-03:00'),
      fim: new Date('2020-04-01T17:00:00.250Z'),
    });
    expect(query).toEqual({ inicio: '2020-04-01T00:00:00Z', fim: '2020-04-01T17:00:00.250Z' });
  });

  it('omits milliseconds for a provider that refuses them', () => {
    const filter = { ...period, fim: new Date('2020-04-01T17:00:00.250Z') };
    expect(buildQuery(cobOperations.list, filter, { milliseconds: false }).fim).toBe(
      '2020-04-01T17:00:00Z',
    );
  });

  it('omits undefined parameters', () => {
    expect(buildQuery(cobOperations.list, { ...period, cpf: undefined })).toEqual(period);
    expect(buildQuery(cobOperations.get)).toEqual({});
  });

  it('keeps the name of a field that the filter does not define', () => {
    expect(buildQuery(cobOperations.list, { ...period, novo: 1 })).toEqual({
      ...period,
      novo: '1',
    });
  });

  it('starts a list of webhooks at page 0 with 100 items', () => {
    expect(buildQuery(webhookOperations.list)).toEqual({
      'paginacao.paginaAtual': '0',
      'paginacao.itensPorPagina': '100',
    });
    expect(
      buildQuery(webhookOperations.list, { paginaAtual: 2, itensPorPagina: undefined }),
    ).toEqual({ 'paginacao.paginaAtual': '2', 'paginacao.itensPorPagina': '100' });
  });

  it('accepts an operation without a filter', () => {
    expect(buildQuery(webhookOperations.get)).toEqual({});
  });
});
