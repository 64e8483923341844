import { describe, expect, it } from '@jest/globals';
import {
  CobRevisadaDto,
  CobSolicitadaDto,
  ParametrosConsultaCobDto,
} from '../../../lib/contract/index.js';
import { acceptsEach, refusedPaths, refusesEach } from '../support/refusals.js';

const cob = {
  calendario: { expiracao: 3600 },
  devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
  loc: { id: 7768 },
  valor: { original: '37.00', modalidadeAlteracao: 1 },
  chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  solicitacaoPagador: 'Serviço realizado.',
  infoAdicionais: [{ nome: 'Campo 1', valor: 'Informação 1' }],
};

const agente = { modalidadeAgente: 'AGTEC', prestadorDoServicoDeSaque: '12345678' };
const saque = { original: '0.00', retirada: { saque: { valor: '5.00', ...agente } } };
const troco = { original: '10.00', retirada: { troco: { valor: '5.00', ...agente } } };

describe('CobSolicitadaDto', () => {
  refusesEach(CobSolicitadaDto, cob, [
    ['calendario', 5],
    ['calendario', null],
    ['calendario', []],
    ['calendario.expiracao', 0],
    ['calendario.expiracao', -1],
    ['calendario.expiracao', 1.5],
    ['calendario.expiracao', '3600'],
    ['calendario.expiracao', 2 ** 31],
    ['calendario.expiracao', null],
    ['devedor', 'Francisco'],
    ['devedor.cpf', undefined],
    ['devedor.cpf', '1234567890'],
    ['devedor.cpf', '123456789012'],
    ['devedor.cpf', '123.456.789-09'],
    ['devedor.cpf', 12345678909],
    ['devedor.cnpj', '12345678000195'],
    ['devedor', { cnpj: '1234567800019', nome: 'Empresa' }, 'devedor.cnpj'],
    ['devedor', { cnpj: '12345678000a95', nome: 'Empresa' }, 'devedor.cnpj'],
    ['devedor.nome', undefined],
    ['devedor.nome', 'x'.repeat(201)],
    ['devedor.nome', 5],
    ['loc', {}, 'loc.id'],
    ['loc.id', '7768'],
    ['loc.id', 0],
    ['loc.id', 1.5],
    ['loc.tipoCob', 'rec'],
    ['valor', undefined],
    ['valor', '37.00'],
    ['valor', null],
    ['valor.original', undefined],
    ['valor.original', 37],
    ['valor.original', '37'],
    ['valor.original', '37.0'],
    ['valor.original', '37,00'],
    ['valor.original', '-37.00'],
    ['valor.original', '1.000.00'],
    ['valor.original', '12345678901.00'],
    ['valor.original', ' 37.00'],
    ['valor.modalidadeAlteracao', 2],
    ['valor.modalidadeAlteracao', -1],
    ['valor.modalidadeAlteracao', '1'],
    ['chave', undefined],
    ['chave', ''],
    ['chave', 'x'.repeat(78)],
    ['chave', 5],
    ['solicitacaoPagador', 'x'.repeat(141)],
    ['solicitacaoPagador', 5],
    ['infoAdicionais', {}],
    ['infoAdicionais', ['x']],
    ['infoAdicionais', [null]],
    ['infoAdicionais', Array.from({ length: 51 }, () => ({ nome: 'a', valor: 'b' }))],
    ['infoAdicionais[0].nome', undefined],
    ['infoAdicionais[0].nome', 'x'.repeat(51)],
    ['infoAdicionais[0].valor', undefined],
    ['infoAdicionais[0].valor', 'x'.repeat(201)],
  ]);

  acceptsEach(CobSolicitadaDto, cob, [
    ['calendario', undefined],
    ['calendario', {}],
    ['calendario.expiracao', 2 ** 31 - 1],
    ['devedor', undefined],
    ['devedor', { cnpj: '12ABC34501DE35', nome: 'Empresa' }],
    ['devedor.nome', '😀'.repeat(200)],
    ['loc', undefined],
    ['loc.tipoCob', 'cob'],
    ['valor', { original: '0.00', modalidadeAlteracao: 1 }],
    ['valor', { original: '9999999999.99' }],
    ['solicitacaoPagador', ''],
    ['solicitacaoPagador', 'x'.repeat(140)],
    ['infoAdicionais', []],
    ['infoAdicionais', Array.from({ length: 50 }, () => ({ nome: 'a', valor: 'b' }))],
    ['campoQueAindaNaoExiste', { qualquer: [1] }],
    ['valor.campoQueAindaNaoExiste', null],
  ]);

  describe('refuses zero unless modalidadeAlteracao allows it', () => {
    refusesEach(CobSolicitadaDto, { ...cob, valor: { original: '0.01' } }, [
      ['valor.original', '0.00'],
      ['valor', { original: '0.00', modalidadeAlteracao: 0 }, 'valor.original'],
      ['valor', { original: '0000000000.00' }, 'valor.original'],
    ]);
  });

  describe('saque', () => {
    refusesEach(CobSolicitadaDto, { ...cob, valor: saque }, [
      ['valor.original', '10.00'],
      ['valor.original', undefined],
      ['valor.modalidadeAlteracao', 1],
      ['valor.retirada.troco', { valor: '5.00', ...agente }],
      ['valor.retirada.saque', 5],
      ['valor.retirada.saque.valor', undefined],
      ['valor.retirada.saque.valor', '5'],
      ['valor.retirada.saque.valor', '0.00'],
      ['valor.retirada.saque.modalidadeAlteracao', 2],
      ['valor.retirada.saque.modalidadeAgente', undefined],
      ['valor.retirada.saque.modalidadeAgente', 'AGFSS'],
      ['valor.retirada.saque.prestadorDoServicoDeSaque', undefined],
      ['valor.retirada.saque.prestadorDoServicoDeSaque', '1234567'],
      ['valor.retirada.saque.prestadorDoServicoDeSaque', '1234567a'],
    ]);

    acceptsEach(CobSolicitadaDto, { ...cob, valor: saque }, [
      ['valor.modalidadeAlteracao', 0],
      ['valor.retirada.saque.modalidadeAgente', 'AGPSS'],
      ['valor.retirada.saque.modalidadeAgente', 'AGTOT'],
      ['valor.retirada.saque.prestadorDoServicoDeSaque', '12ABC678'],
      ['valor.retirada.saque', { ...agente, valor: '0.00', modalidadeAlteracao: 1 }],
    ]);
  });

  describe('troco', () => {
    refusesEach(CobSolicitadaDto, { ...cob, valor: troco }, [
      ['valor.original', '0.00'],
      ['valor.modalidadeAlteracao', 1],
      ['valor.retirada', {}, 'valor.retirada.saque'],
      ['valor.retirada', []],
      ['valor.retirada.troco.valor', '0.00'],
      ['valor.retirada.troco.modalidadeAgente', 'AGPSS'],
      ['valor.retirada.troco.prestadorDoServicoDeSaque', undefined],
    ]);

    acceptsEach(CobSolicitadaDto, { ...cob, valor: troco }, [
      ['valor.original', '0.01'],
      ['valor.retirada.troco', { ...agente, valor: '0.00', modalidadeAlteracao: 1 }],
    ]);

    it('refuses a zero original even when the payer may change it', () => {
      const valor = { ...troco, original: '0.00', modalidadeAlteracao: 1 };
      expect(refusedPaths(CobSolicitadaDto, { ...cob, valor })).toEqual([
        'valor.original',
        'valor.modalidadeAlteracao',
      ]);
    });
  });
});

describe('CobRevisadaDto', () => {
  refusesEach(CobRevisadaDto, cob, [
    ['status', 'REMOVIDA_PELO_USUARIO_RECEBEDOR'],
    ['valor', { original: '0.00' }, 'valor.original'],
    ['valor', { original: '5.00', retirada: saque.retirada }, 'valor.original'],
    ['valor', { modalidadeAlteracao: 1, retirada: saque.retirada }, 'valor.modalidadeAlteracao'],
    ['chave', ''],
    ['calendario.expiracao', 0],
    ['devedor.nome', undefined],
    ['infoAdicionais[0].nome', undefined],
  ]);

  acceptsEach(CobRevisadaDto, cob, [
    ['valor', undefined],
    ['valor', {}],
    ['valor', { modalidadeAlteracao: 1 }],
    ['valor', { retirada: saque.retirada }],
    ['valor', saque],
    ['chave', undefined],
    ['calendario', undefined],
  ]);

  describe('accepts only the status REMOVIDA_PELO_USUARIO_RECEBEDOR', () => {
    const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
    refusesEach(CobRevisadaDto, removal, [
      ['status', 'ATIVA'],
      ['status', 'CONCLUIDA'],
      ['status', 'REMOVIDA_PELO_PSP'],
      ['status', ''],
      ['status', null],
      ['solicitacaoPagador', 'x', 'status'],
      ['valor', { original: '5.00' }, 'status'],
      ['loc', { id: 1 }, 'status'],
    ]);
    acceptsEach(CobRevisadaDto, removal, [['campoQueAindaNaoExiste', 1]]);
  });

  it('accepts an empty revision', () => {
    expect(refusedPaths(CobRevisadaDto, {})).toEqual([]);
  });
});

describe('ParametrosConsultaCobDto', () => {
  const filter = {
    inicio: '2020-04-01T00:00:00Z',
    fim: '2020-04-02T10:00:00-03:00',
    cpf: '12345678909',
    locationPresente: true,
    status: 'ATIVA',
    paginaAtual: 0,
    itensPorPagina: 100,
  };

  refusesEach(ParametrosConsultaCobDto, filter, [
    ['inicio', undefined],
    ['inicio', '2020-04-01'],
    ['inicio', '2020-04-01T00:00:00'],
    ['inicio', '2020-02-30T00:00:00Z'],
    ['inicio', new Date(NaN)],
    ['fim', undefined],
    ['fim', '2020-03-31T23:59:59Z'],
    ['fim', new Date('2020-03-31T23:59:59Z')],
    ['fim', 'ontem'],
    ['cpf', '1'],
    ['cnpj', '12345678000195'],
    ['locationPresente', 'true'],
    ['status', ''],
    ['status', 5],
    ['paginaAtual', -1],
    ['paginaAtual', 1.5],
    ['paginaAtual', '0'],
    ['itensPorPagina', 0],
    ['itensPorPagina', 1001],
  ]);

  acceptsEach(ParametrosConsultaCobDto, filter, [
    ['inicio', new Date('2020-04-01T00:00:00Z')],
    ['fim', new Date('2020-04-01T00:00:00Z')],
    ['fim', '2020-04-01T00:00:00.000+00:00'],
    ['cpf', undefined],
    ['itensPorPagina', 1000],
    ['status', 'UM_STATUS_NOVO'],
  ]);

  it('compares the period by instants, not by text', () => {
    const period = { inicio: '2020-04-01T23:00:00-03:00', fim: '2020-04-02T01:00:00Z' };
    expect(refusedPaths(ParametrosConsultaCobDto, period)).toEqual(['fim']);
  });
});
