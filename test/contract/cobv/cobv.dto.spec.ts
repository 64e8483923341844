import { describe, expect, it } from '@jest/globals';
import {
  CobVRevisadaDto,
  CobVSolicitadaDto,
  ParametrosConsultaCobVDto,
} from '../../../lib/contract/index.js';
import { acceptsEach, refusedPaths, refusesEach } from '../support/refusals.js';

const dataFixa = [{ data: '2020-11-30', valorPerc: '30.00' }];

const cobv = {
  calendario: { dataDeVencimento: '2020-12-31', validadeAposVencimento: 30 },
  devedor: {
    cpf: '12345678909',
    nome: 'Francisco da Silva',
    email: 'francisco@exemplo.com.br',
    logradouro: 'Alameda Souza, Numero 80, Bairro Braz',
    cidade: 'Recife',
    uf: 'PE',
    cep: '70011750',
  },
  loc: { id: 789 },
  valor: {
    original: '123.45',
    multa: { modalidade: 2, valorPerc: '15.00' },
    juros: { modalidade: 2, valorPerc: '2.00' },
    abatimento: { modalidade: 1, valorPerc: '10.00' },
    desconto: { modalidade: 1, descontoDataFixa: dataFixa },
  },
  chave: '5f84a4c5-c5cb-4599-9f13-7eb4d419dacc',
  solicitacaoPagador: 'Cobrança dos serviços prestados.',
  infoAdicionais: [{ nome: 'Campo 1', valor: 'Informação 1' }],
};

describe('CobVSolicitadaDto', () => {
  refusesEach(CobVSolicitadaDto, cobv, [
    ['calendario', undefined],
    ['calendario', null],
    ['calendario.dataDeVencimento', undefined],
    ['calendario.dataDeVencimento', '2020-12-32'],
    ['calendario.dataDeVencimento', '31/12/2020'],
    ['calendario.dataDeVencimento', '2020-12-31T00:00:00Z'],
    ['calendario.validadeAposVencimento', -1],
    ['calendario.validadeAposVencimento', '30'],
    ['calendario.validadeAposVencimento', 2 ** 31],
    ['devedor', undefined],
    ['devedor.cpf', undefined],
    ['devedor.cpf', '1'],
    ['devedor.cnpj', '12345678000195'],
    ['devedor.nome', undefined],
    ['devedor.nome', 'x'.repeat(201)],
    ['devedor.email', 5],
    ['devedor.logradouro', 'x'.repeat(201)],
    ['devedor.cidade', 'x'.repeat(201)],
    ['devedor.uf', 'PER'],
    ['devedor.cep', '700117501'],
    ['devedor.cep', '70011-7501'],
    ['devedor.cep', 70011750],
    ['loc.id', 0],
    ['valor', undefined],
    ['valor.original', undefined],
    ['valor.original', '123.4'],
    ['valor.original', '0.00'],
    ['valor.multa', 5],
    ['valor.multa.modalidade', undefined],
    ['valor.multa.modalidade', 0],
    ['valor.multa.modalidade', 3],
    ['valor.multa.modalidade', 'dois'],
    ['valor.multa.valorPerc', undefined],
    ['valor.multa.valorPerc', 15],
    ['valor.juros.modalidade', 0],
    ['valor.juros.modalidade', 9],
    ['valor.juros.modalidade', '9'],
    ['valor.juros.valorPerc', undefined],
    ['valor.juros.valorPerc', '2'],
    ['valor.abatimento.modalidade', 3],
    ['valor.abatimento.valorPerc', undefined],
    ['valor.desconto.modalidade', undefined],
    ['valor.desconto.modalidade', 0],
    ['valor.desconto.modalidade', 7],
    ['chave', undefined],
    ['chave', 'x'.repeat(78)],
    ['solicitacaoPagador', 'x'.repeat(141)],
    ['infoAdicionais[0].nome', undefined],
  ]);

  acceptsEach(CobVSolicitadaDto, cobv, [
    ['calendario.validadeAposVencimento', undefined],
    ['calendario.validadeAposVencimento', 0],
    ['devedor.cep', '70011-750'],
    ['devedor.email', undefined],
    ['valor', { original: '0.01' }],
    ['valor.multa.modalidade', '2'],
    ['valor.multa.valorPerc', '0.00'],
    ['valor.juros.modalidade', 8],
    ['loc', undefined],
  ]);

  describe('desconto with fixed dates (modalidade 1 and 2)', () => {
    refusesEach(CobVSolicitadaDto, cobv, [
      ['valor.desconto.descontoDataFixa', undefined],
      ['valor.desconto.descontoDataFixa', []],
      ['valor.desconto.descontoDataFixa', null],
      ['valor.desconto.descontoDataFixa', [...dataFixa, ...dataFixa]],
      [
        'valor.desconto.descontoDataFixa',
        ['01', '02', '03', '04'].map((day) => ({ data: `2020-11-${day}`, valorPerc: '1.00' })),
      ],
      ['valor.desconto.descontoDataFixa[0].data', undefined],
      ['valor.desconto.descontoDataFixa[0].data', '2020-11-31'],
      ['valor.desconto.descontoDataFixa[0].valorPerc', undefined],
      ['valor.desconto.descontoDataFixa[0].valorPerc', '1'],
      ['valor.desconto.valorPerc', '1.00'],
      ['valor.desconto.descontoDataFixa[0].data', '2021-01-01', 'valor'],
      ['valor.desconto.descontoDataFixa[0].valorPerc', '123.45', 'valor.desconto'],
      [
        'valor.desconto',
        { modalidade: '2', descontoDataFixa: [{ data: '2020-11-30', valorPerc: '100.00' }] },
        'valor.desconto',
      ],
    ]);
    acceptsEach(CobVSolicitadaDto, cobv, [
      ['valor.desconto.descontoDataFixa[0].data', '2020-12-31'],
      ['valor.desconto.descontoDataFixa[0].valorPerc', '123.44'],
      [
        'valor.desconto',
        { modalidade: 2, descontoDataFixa: [{ data: '2020-11-30', valorPerc: '99.99' }] },
      ],
      [
        'valor.desconto.descontoDataFixa',
        ['01', '02', '03'].map((day) => ({ data: `2020-11-${day}`, valorPerc: '1.00' })),
      ],
    ]);
  });

  describe.each([3, 4, 5, 6, '3', '6'])(
    'desconto per day of anticipation (modalidade %j)',
    (modalidade) => {
      const body = {
        ...cobv,
        valor: { original: '50.00', desconto: { modalidade, valorPerc: '1.00' } },
      };
      refusesEach(CobVSolicitadaDto, body, [
        ['valor.desconto.valorPerc', undefined],
        ['valor.desconto.valorPerc', '1'],
        ['valor.desconto.descontoDataFixa', dataFixa],
        ['valor.desconto.valorPerc', '100.00', 'valor.desconto'],
      ]);
    },
  );

  describe('abatimento below the amount', () => {
    refusesEach(CobVSolicitadaDto, cobv, [
      ['valor.abatimento.valorPerc', '123.45', 'valor.abatimento'],
      ['valor.abatimento', { modalidade: 2, valorPerc: '100.00' }],
      ['valor.abatimento', { modalidade: '2', valorPerc: '250.00' }],
    ]);
    acceptsEach(CobVSolicitadaDto, cobv, [
      ['valor.abatimento', { modalidade: 1, valorPerc: '123.44' }],
      ['valor.abatimento', { modalidade: 2, valorPerc: '99.99' }],
      ['valor', { original: '1000.00', abatimento: { modalidade: 1, valorPerc: '150.00' } }],
    ]);
  });

  it('reports a rule of an object and the rules of its fields', () => {
    const valor = {
      ...cobv.valor,
      desconto: {
        modalidade: 1,
        descontoDataFixa: [{ data: '2021-12-31', valorPerc: '1.00' }, { data: 'x' }],
      },
    };
    expect(refusedPaths(CobVSolicitadaDto, { ...cobv, valor })).toEqual([
      'valor',
      'valor.desconto.descontoDataFixa[1].data',
      'valor.desconto.descontoDataFixa[1].valorPerc',
    ]);
  });

  it('refuses parts that are not objects without throwing', () => {
    for (const broken of [null, 5, 'x', [], [null]]) {
      expect(refusedPaths(CobVSolicitadaDto, { ...cobv, calendario: broken })).not.toEqual([]);
      expect(refusedPaths(CobVSolicitadaDto, { ...cobv, valor: broken })).not.toEqual([]);
      const valor = { ...cobv.valor, desconto: broken, abatimento: broken };
      expect(refusedPaths(CobVSolicitadaDto, { ...cobv, valor })).not.toEqual([]);
      const desconto = { modalidade: 1, descontoDataFixa: [broken] };
      expect(
        refusedPaths(CobVSolicitadaDto, { ...cobv, valor: { ...cobv.valor, desconto } }),
      ).not.toEqual([]);
    }
  });
});

describe('CobVRevisadaDto', () => {
  refusesEach(CobVRevisadaDto, cobv, [
    ['status', 'REMOVIDA_PELO_USUARIO_RECEBEDOR'],
    ['calendario.dataDeVencimento', undefined],
    ['devedor.nome', undefined],
    ['valor.original', '0.00'],
    ['chave', ''],
    ['valor.desconto.descontoDataFixa[0].data', '2021-01-01', 'valor'],
  ]);
  acceptsEach(CobVRevisadaDto, cobv, [
    ['calendario', undefined],
    ['devedor', undefined],
    ['valor', undefined],
    ['valor.original', undefined],
    ['chave', undefined],
  ]);

  describe('accepts only the status REMOVIDA_PELO_USUARIO_RECEBEDOR', () => {
    refusesEach(CobVRevisadaDto, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }, [
      ['status', 'ATIVA'],
      ['status', 'CONCLUIDA'],
      ['status', 'REMOVIDA_PELO_PSP'],
      ['chave', 'a@b.com', 'status'],
    ]);
  });
});

describe('ParametrosConsultaCobVDto', () => {
  const filter = { inicio: '2020-04-01T00:00:00Z', fim: '2020-04-02T00:00:00Z', loteCobVId: 5 };
  refusesEach(ParametrosConsultaCobVDto, filter, [
    ['inicio', undefined],
    ['fim', '2020-03-01T00:00:00Z'],
    ['loteCobVId', -1],
    ['loteCobVId', 'a'],
    ['itensPorPagina', 1001],
  ]);
});
