import { describe } from '@jest/globals';
import { DevolucaoSolicitadaDto, ParametrosConsultaPixDto } from '../../../lib/contract/index.js';
import { acceptsEach, refusesEach } from '../support/refusals.js';

describe('DevolucaoSolicitadaDto', () => {
  const refund = { valor: '7.89', natureza: 'ORIGINAL', descricao: 'Devolução' };
  refusesEach(DevolucaoSolicitadaDto, refund, [
    ['valor', undefined],
    ['valor', 7.89],
    ['valor', '7.8'],
    ['valor', '0.00'],
    ['natureza', 'MED_FRAUDE'],
    ['natureza', 5],
    ['descricao', 'x'.repeat(141)],
    ['descricao', 5],
  ]);
  acceptsEach(DevolucaoSolicitadaDto, refund, [
    ['natureza', undefined],
    ['natureza', 'RETIRADA'],
    ['descricao', undefined],
    ['descricao', 'x'.repeat(140)],
  ]);
});

describe('ParametrosConsultaPixDto', () => {
  const filter = {
    inicio: '2020-04-01T00:00:00Z',
    fim: '2020-04-02T00:00:00Z',
    txid: 'a',
    txIdPresente: true,
    devolucaoPresente: false,
    cnpj: '12ABC34501DE35',
  };
  refusesEach(ParametrosConsultaPixDto, filter, [
    ['inicio', '2020'],
    ['fim', '2020-03-01T00:00:00Z'],
    ['txid', ''],
    ['txid', 'x'.repeat(36)],
    ['txid', 'a-b'],
    ['txIdPresente', 1],
    ['devolucaoPresente', 'false'],
    ['cnpj', '12abc34501de35'],
    ['cpf', '12345678909', 'cnpj'],
  ]);
  acceptsEach(ParametrosConsultaPixDto, filter, [
    ['txid', undefined],
    ['txid', 'x'.repeat(35)],
  ]);
});
