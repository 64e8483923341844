import { describe } from '@jest/globals';
import { LoteCobVBodyDto, LoteCobVBodyRevisadoDto } from '../../../lib/contract/index.js';
import { acceptsEach, refusesEach } from '../support/refusals.js';

const txid = 'fb2761260e554ad593c7226beb5cb650';
const charge = {
  txid,
  calendario: { dataDeVencimento: '2020-12-31' },
  devedor: { cpf: '08577095428', nome: 'João Souza' },
  valor: { original: '100.00' },
  chave: '7c084cd4-54af-4172-a516-a7d1a12b75cc',
};

describe('LoteCobVBodyDto', () => {
  refusesEach(LoteCobVBodyDto, { descricao: 'Turno vespertino', cobsv: [charge] }, [
    ['descricao', undefined],
    ['descricao', 5],
    ['cobsv', undefined],
    ['cobsv', charge],
    ['cobsv', [5]],
    ['cobsv[0].txid', undefined],
    ['cobsv[0].txid', 'curto'],
    ['cobsv[0].calendario', undefined],
    ['cobsv[0].calendario.dataDeVencimento', undefined],
    ['cobsv[0].devedor.cpf', '1'],
    ['cobsv[0].valor.original', '0.00'],
    ['cobsv[0].chave', undefined],
  ]);
  acceptsEach(LoteCobVBodyDto, { descricao: 'Turno vespertino', cobsv: [charge] }, [['cobsv', []]]);
});

describe('LoteCobVBodyRevisadoDto', () => {
  const revision = { cobsv: [{ txid, valor: { original: '110.00' } }] };
  refusesEach(LoteCobVBodyRevisadoDto, revision, [
    ['descricao', 5],
    ['cobsv', 5],
    ['cobsv[0].txid', undefined],
    ['cobsv[0].valor.original', '110'],
    ['cobsv[0].calendario', {}, 'cobsv[0].calendario.dataDeVencimento'],
    ['cobsv[0].status', 'CONCLUIDA'],
  ]);
  acceptsEach(LoteCobVBodyRevisadoDto, revision, [
    ['descricao', 'Outra'],
    ['cobsv', undefined],
    ['cobsv[0].valor', undefined],
  ]);
});
