import { describe } from '@jest/globals';
import {
  ConsultaRecDto,
  ParametrosConsultaRecDto,
  RecRevisadaDto,
  RecSolicitadaDto,
} from '../../../lib/contract/index.js';
import { acceptsEach, refusesEach } from '../support/refusals.js';

const txid = '33beb661beda44a8928fef47dbeb2dc5';

const rec = {
  vinculo: {
    contrato: '63100862',
    devedor: { cpf: '45164632481', nome: 'Fulano de Tal' },
    objeto: 'Serviço de Streamming de Música.',
  },
  calendario: { dataInicial: '2024-04-01', dataFinal: '2025-04-01', periodicidade: 'MENSAL' },
  valor: { valorRec: '35.00' },
  politicaRetentativa: 'NAO_PERMITE',
  recebedor: { convenio: 'Master' },
  loc: 108,
  ativacao: { dadosJornada: { txid } },
};

describe('RecSolicitadaDto', () => {
  refusesEach(RecSolicitadaDto, rec, [
    ['vinculo', undefined],
    ['vinculo.contrato', undefined],
    ['vinculo.contrato', 'x'.repeat(36)],
    ['vinculo.objeto', 'x'.repeat(36)],
    ['vinculo.devedor', undefined],
    ['vinculo.devedor.cpf', undefined],
    ['vinculo.devedor.cpf', '1'],
    ['vinculo.devedor.cnpj', '12345678000195'],
    ['vinculo.devedor.nome', undefined],
    ['vinculo.devedor.nome', 'x'.repeat(141)],
    ['calendario', undefined],
    ['calendario.dataInicial', undefined],
    ['calendario.dataInicial', '2024-02-30'],
    ['calendario.dataFinal', '2024-03-31'],
    ['calendario.dataFinal', 'nunca'],
    ['calendario.periodicidade', undefined],
    ['calendario.periodicidade', 'DIARIA'],
    ['valor', 5],
    ['valor.valorRec', '35'],
    ['valor.valorRec', '0.00'],
    ['valor.valorMinimoRecebedor', '10.00'],
    ['valor', { valorMinimoRecebedor: '0.00' }, 'valor.valorMinimoRecebedor'],
    ['politicaRetentativa', undefined],
    ['politicaRetentativa', 'PERMITE'],
    ['recebedor.convenio', 'x'.repeat(61)],
    ['loc', '108'],
    ['loc', 0],
    ['loc', { id: 108 }],
    ['ativacao.dadosJornada.txid', undefined],
    ['ativacao.dadosJornada.txid', 'curto'],
    ['ativacao.dadosJornada', 5],
  ]);

  acceptsEach(RecSolicitadaDto, rec, [
    ['vinculo.objeto', undefined],
    ['vinculo.devedor', { cnpj: '12ABC34501DE35', nome: 'Empresa' }],
    ['calendario.dataFinal', undefined],
    ['calendario.dataFinal', '2024-04-01'],
    ['valor', undefined],
    ['valor', {}],
    ['valor', { valorMinimoRecebedor: '10.00' }],
    ['politicaRetentativa', 'PERMITE_3R_7D'],
    ['recebedor', undefined],
    ['loc', undefined],
    ['ativacao', undefined],
    ['ativacao', {}],
  ]);

  describe('requires the second character of idRec to match politicaRetentativa', () => {
    refusesEach(RecSolicitadaDto, { ...rec, idRec: 'RN1234567820240115abcdefghijk' }, [
      ['idRec', 'RR1234567820240115abcdefghijk'],
      ['idRec', 'RX1234567820240115abcdefghijk'],
      ['idRec', 'RN1234567820240115abcdefghij'],
      ['politicaRetentativa', 'PERMITE_3R_7D', 'idRec'],
    ]);
    acceptsEach(RecSolicitadaDto, { ...rec, politicaRetentativa: 'PERMITE_3R_7D' }, [
      ['idRec', 'RR1234567820240115abcdefghijk'],
    ]);
  });
});

describe('RecRevisadaDto', () => {
  const revision = {
    loc: 108,
    vinculo: { devedor: { nome: 'Fulano de Tal' } },
    calendario: { dataInicial: '2024-04-01' },
    ativacao: { dadosJornada: { txid } },
  };
  refusesEach(RecRevisadaDto, revision, [
    ['loc', -1],
    ['vinculo.devedor', {}, 'vinculo.devedor.nome'],
    ['vinculo.devedor.nome', 'x'.repeat(141)],
    ['calendario.dataInicial', '2024'],
    ['ativacao.dadosJornada', {}, 'ativacao.dadosJornada.txid'],
    ['status', 'APROVADA'],
  ]);
  acceptsEach(RecRevisadaDto, revision, [
    ['loc', undefined],
    ['vinculo', {}],
    ['calendario', {}],
  ]);

  describe('accepts only the status CANCELADA', () => {
    refusesEach(RecRevisadaDto, { status: 'CANCELADA' }, [
      ['status', 'CRIADA'],
      ['status', 'APROVADA'],
      ['status', 'REJEITADA'],
      ['status', 'EXPIRADA'],
    ]);
  });
});

describe('ParametrosConsultaRecDto', () => {
  const filter = {
    inicio: '2020-04-01T00:00:00Z',
    fim: '2020-04-02T00:00:00Z',
    cpf: '12345678909',
  };
  refusesEach(ParametrosConsultaRecDto, filter, [
    ['inicio', undefined],
    ['fim', '2020-03-01T00:00:00Z'],
    ['cnpj', '12345678000195'],
    ['locationPresente', 'x'],
    ['status', ''],
    ['convenio', 'x'.repeat(61)],
    ['paginaAtual', -1],
  ]);
});

describe('ConsultaRecDto', () => {
  refusesEach(ConsultaRecDto, { txid }, [['txid', 'curto']]);
  acceptsEach(ConsultaRecDto, { txid }, [['txid', undefined]]);
});
