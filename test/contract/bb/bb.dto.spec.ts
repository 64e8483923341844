import { describe, expect, it } from '@jest/globals';
import {
  BbConsultaDevolucoesDto,
  BbConsultaPixDto,
  bbOperations,
  buildQuery,
} from '../../../lib/contract/index.js';
import { acceptsEach, refusesEach } from '../support/refusals.js';

const period = { inicio: '2024-01-01T00:00:00Z', fim: '2024-01-02T00:00:00Z' };

describe('BbConsultaPixDto', () => {
  refusesEach(BbConsultaPixDto, { ...period, chave: 'a@b.com', contestacaoPresente: true }, [
    ['chave', ''],
    ['contestacaoPresente', 'x'],
    ['txid', ''],
    ['inicio', 'x'],
    ['fim', '2023-01-01T00:00:00Z'],
    ['cnpj', '1'],
  ]);
  acceptsEach(BbConsultaPixDto, period, [
    ['inicio', undefined],
    ['fim', undefined],
  ]);
});

describe('BbConsultaDevolucoesDto', () => {
  refusesEach(BbConsultaDevolucoesDto, { ...period, estadoDevolucao: 'DEVOLVIDO' }, [
    ['estadoDevolucao', ''],
    ['fim', '2023-01-01T00:00:00Z'],
  ]);
  acceptsEach(BbConsultaDevolucoesDto, period, [['fim', undefined]]);
});

it('buildQuery builds the query of a list that only Banco do Brasil offers', () => {
  expect(
    buildQuery(bbOperations.listPix, {
      ...period,
      chave: 'k@example.com',
      contestacaoPresente: true,
      paginaAtual: 1,
    }),
  ).toEqual({
    ...period,
    chave: 'k@example.com',
    contestacaoPresente: 'true',
    'paginacao.paginaAtual': '1',
  });
});
