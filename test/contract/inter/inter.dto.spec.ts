import { describe, expect, it } from '@jest/globals';
import {
  buildPath,
  InterConsultaCallbacksDto,
  interOperations,
  InterPagamentoCobRDto,
  InterPagamentoDto,
  InterReenvioCallbacksDto,
  InterStatusCobRDto,
  InterStatusRecDto,
  InterStatusSolicRecDto,
} from '../../../lib/contract/index.js';
import { acceptsEach, refusesEach } from '../support/refusals.js';

describe('InterPagamentoDto', () => {
  refusesEach(InterPagamentoDto, { valor: 150 }, [
    ['valor', undefined],
    ['valor', '150.00'],
    ['valor', 0],
    ['valor', -1],
    ['valor', NaN],
    ['valor', Infinity],
  ]);
  acceptsEach(InterPagamentoDto, { valor: 150 }, [['valor', 0.01]]);
});

describe('InterConsultaCallbacksDto', () => {
  const filter = {
    dataHoraInicio: '2024-01-01T00:00:00Z',
    dataHoraFim: '2024-01-02T00:00:00Z',
    pagina: 0,
    tamanhoPagina: 20,
    txid: 'a1',
  };
  refusesEach(InterConsultaCallbacksDto, filter, [
    ['dataHoraInicio', undefined],
    ['dataHoraFim', undefined],
    ['dataHoraFim', '2023-01-01T00:00:00Z'],
    ['pagina', -1],
    ['tamanhoPagina', 9],
    ['tamanhoPagina', 51],
    ['txid', 'a b'],
  ]);
});

describe('InterReenvioCallbacksDto', () => {
  const body = { txId: ['a'], chavePix: 'a@b.com' };
  refusesEach(InterReenvioCallbacksDto, body, [
    ['txId', undefined],
    ['txId', 'a'],
    ['txId', []],
    ['txId', [5]],
    ['txId', ['']],
    ['txId', Array.from({ length: 51 }, () => 'a')],
    ['chavePix', undefined],
    ['chavePix', ''],
  ]);
});

describe('InterPagamentoCobRDto', () => {
  const body = { valor: 150, cpfCnpj: '12345678909', txId: 'a'.repeat(26), chave: 'a@b.com' };
  refusesEach(InterPagamentoCobRDto, body, [
    ['valor', '150.00'],
    ['cpfCnpj', undefined],
    ['cpfCnpj', '123456789012'],
    ['txId', 'curto'],
    ['chave', ''],
  ]);
  acceptsEach(InterPagamentoCobRDto, body, [['cpfCnpj', '12345678000195']]);
});

describe('InterStatusRecDto', () => {
  refusesEach(InterStatusRecDto, { status: 'CANCELADA', razao: 'SLCR' }, [
    ['status', 'REJEITADA'],
    ['razao', 'XXXX'],
  ]);
  acceptsEach(InterStatusRecDto, { status: 'APROVADA' }, [['razao', undefined]]);
});

describe('InterStatusSolicRecDto', () => {
  refusesEach(InterStatusSolicRecDto, { status: 'ACEITA' }, [
    ['status', 'EXPIRADA'],
    ['status', undefined],
  ]);
});

describe('InterStatusCobRDto', () => {
  refusesEach(InterStatusCobRDto, { status: 'CANCELADA', razao: 'OTHER' }, [
    ['status', 'PAGA'],
    ['razao', undefined],
    ['razao', 'SLCR'],
  ]);
});

describe('listLoteByStatus', () => {
  it('accepts only the states of a batch', () => {
    const path = buildPath(interOperations.listLoteByStatus, { id: '7', situacao: 'NEGADA' });
    expect(path).toBe('/lotecobv/7/situacao/NEGADA');
    expect(() =>
      buildPath(interOperations.listLoteByStatus, { id: '7', situacao: 'OUTRA' }),
    ).toThrow('situacao deve ser um destes valores');
  });
});
