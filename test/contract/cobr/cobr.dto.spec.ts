import { describe } from '@jest/globals';
import {
  CobRSolicitadaDto,
  CobRStatusRevisadaDto,
  ParametrosConsultaCobRDto,
} from '../../../lib/contract/index.js';
import { acceptsEach, refusesEach } from '../support/refusals.js';

const idRec = 'RR1234567820240115abcdefghijk';

const cobr = {
  idRec,
  infoAdicional: 'Serviços de Streamming de Música e Filmes.',
  calendario: { dataDeVencimento: '2024-04-15' },
  valor: { original: '106.07' },
  ajusteDiaUtil: true,
  devedor: {
    cep: '89256-140',
    cidade: 'Uberlândia',
    email: 'sebastiao.tavares@mail.com',
    logradouro: 'Alameda Franco 1056',
    uf: 'MG',
  },
  recebedor: { agencia: '9708', conta: '012682', tipoConta: 'CORRENTE' },
};

describe('CobRSolicitadaDto', () => {
  refusesEach(CobRSolicitadaDto, cobr, [
    ['idRec', undefined],
    ['idRec', 'RR1'],
    ['infoAdicional', 'x'.repeat(141)],
    ['calendario', undefined],
    ['calendario.dataDeVencimento', undefined],
    ['calendario.dataDeVencimento', '15/04/2024'],
    ['valor', undefined],
    ['valor.original', undefined],
    ['valor.original', '106.7'],
    ['valor.original', '0.00'],
    ['ajusteDiaUtil', undefined],
    ['ajusteDiaUtil', 'true'],
    ['devedor', 5],
    ['devedor.email', 5],
    ['devedor.cep', '892561400'],
    ['devedor.cidade', 'x'.repeat(201)],
    ['devedor.logradouro', 'x'.repeat(201)],
    ['devedor.uf', 'MGS'],
    ['recebedor', undefined],
    ['recebedor.conta', undefined],
    ['recebedor.conta', 'x'.repeat(21)],
    ['recebedor.tipoConta', undefined],
    ['recebedor.tipoConta', 'SALARIO'],
    ['recebedor.agencia', '97081'],
  ]);
  acceptsEach(CobRSolicitadaDto, cobr, [
    ['infoAdicional', undefined],
    ['ajusteDiaUtil', false],
    ['devedor', undefined],
    ['devedor', {}],
    ['recebedor.agencia', undefined],
    ['recebedor.tipoConta', 'POUPANCA'],
    ['recebedor.tipoConta', 'PAGAMENTO'],
  ]);
});

describe('CobRStatusRevisadaDto', () => {
  describe('accepts only the status CANCELADA', () => {
    refusesEach(CobRStatusRevisadaDto, { status: 'CANCELADA' }, [
      ['status', undefined],
      ['status', 'REJEITADA'],
      ['status', 'CRIADA'],
      ['status', 'ATIVA'],
      ['status', 'CONCLUIDA'],
      ['status', 'EXPIRADA'],
    ]);
  });
});

describe('ParametrosConsultaCobRDto', () => {
  const filter = { inicio: '2020-04-01T00:00:00Z', fim: '2020-04-02T00:00:00Z', idRec };
  refusesEach(ParametrosConsultaCobRDto, filter, [
    ['inicio', undefined],
    ['fim', '2020-03-01T00:00:00Z'],
    ['idRec', 'RR1'],
    ['cpf', '1'],
    ['status', ''],
    ['convenio', 'x'.repeat(61)],
    ['itensPorPagina', 1001],
  ]);
});
