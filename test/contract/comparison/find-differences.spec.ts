import { describe, expect, it } from '@jest/globals';
import {
  CobRSolicitadaDto,
  CobSolicitadaDto,
  CobVSolicitadaDto,
  DevolucaoSolicitadaDto,
  findDifferences,
  RecRevisadaDto,
  SolicRecSolicitadaDto,
  WebhookSolicitadoDto,
} from '../../../lib/contract/index.js';

const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };

describe('findDifferences of equivalent values', () => {
  it.each([
    [
      'an amount with another number of zeros',
      CobSolicitadaDto,
      COB,
      { ...COB, valor: { original: '37.0' } },
    ],
    ['an amount as a number', CobSolicitadaDto, COB, { ...COB, valor: { original: 37 } }],
    ['an e-mail key in capitals', CobSolicitadaDto, COB, { ...COB, chave: 'PIX@Example.com' }],
    [
      'a telephone without its plus',
      CobSolicitadaDto,
      { ...COB, chave: '+5561999998888' },
      { ...COB, chave: '5561999998888' },
    ],
    [
      'a CPF key with punctuation',
      CobSolicitadaDto,
      { ...COB, chave: '12345678909' },
      { ...COB, chave: '123.456.789-09' },
    ],
    [
      'a CNPJ key with punctuation',
      CobSolicitadaDto,
      { ...COB, chave: '12345678000195' },
      { ...COB, chave: '12.345.678/0001-95' },
    ],
    [
      'a CPF with punctuation',
      CobSolicitadaDto,
      { ...COB, devedor: { cpf: '12345678909', nome: 'Ana' } },
      { ...COB, devedor: { cpf: '123.456.789-09', nome: 'Ana' } },
    ],
    [
      'a name without accents and in capitals',
      CobSolicitadaDto,
      { ...COB, devedor: { cpf: '12345678909', nome: 'João  da Silva' } },
      { ...COB, devedor: { cpf: '12345678909', nome: 'JOAO DA SILVA' } },
    ],
    [
      'a number as text',
      CobSolicitadaDto,
      { ...COB, calendario: { expiracao: 3600 } },
      { ...COB, calendario: { expiracao: '3600' } },
    ],
    [
      'a default that the record leaves out',
      CobSolicitadaDto,
      { ...COB, calendario: { expiracao: 86400 } },
      COB,
    ],
    [
      'a field that was not sent',
      CobSolicitadaDto,
      COB,
      { ...COB, txid: 'x', status: 'ATIVA', location: 'y' },
    ],
    ['a field that is null', CobSolicitadaDto, { ...COB, solicitacaoPagador: null }, COB],
    [
      'a field that the record leaves out and the specification does not define',
      CobSolicitadaDto,
      { ...COB, split: { id: 1 } },
      COB,
    ],
    [
      'lists in another order',
      CobSolicitadaDto,
      {
        ...COB,
        infoAdicionais: [
          { nome: 'a', valor: '1' },
          { nome: 'b', valor: '2' },
        ],
      },
      {
        ...COB,
        infoAdicionais: [
          { nome: 'b', valor: '2' },
          { nome: 'a', valor: '1' },
        ],
      },
    ],
    [
      'a location that the record shows as an object',
      RecRevisadaDto,
      { loc: 108 },
      { loc: { id: 108, location: 'x' } },
    ],
    [
      'an instant in another time zone',
      SolicRecSolicitadaDto,
      { calendario: { dataExpiracaoSolicitacao: '2026-01-01T12:00:00Z' } },
      { calendario: { dataExpiracaoSolicitacao: '2026-01-01T09:00:00-03:00' } },
    ],
    [
      'an instant without its fraction of a second',
      SolicRecSolicitadaDto,
      { calendario: { dataExpiracaoSolicitacao: '2026-01-01T12:00:00.926Z' } },
      { calendario: { dataExpiracaoSolicitacao: '2026-01-01T12:00:00Z' } },
    ],
    [
      'an address that URL parsing normalises',
      WebhookSolicitadoDto,
      { webhookUrl: 'https://Example.com' },
      { webhookUrl: 'https://example.com/' },
    ],
    [
      'the nature of a refund that the record leaves out',
      DevolucaoSolicitadaDto,
      { valor: '1.00', natureza: 'ORIGINAL' },
      { valor: '1.00' },
    ],
  ])('returns no differences for %s', (_, dto, sent, found) => {
    expect(findDifferences(dto, sent, found)).toEqual([]);
  });
});

describe('findDifferences of different values', () => {
  it.each([
    [
      'an amount',
      CobSolicitadaDto,
      COB,
      { ...COB, valor: { original: '37.01' } },
      ['valor.original'],
    ],
    ['a key', CobSolicitadaDto, COB, { ...COB, chave: 'other@example.com' }, ['chave']],
    [
      'a missing debtor',
      CobSolicitadaDto,
      { ...COB, devedor: { cpf: '12345678909', nome: 'Ana' } },
      COB,
      ['devedor.cpf', 'devedor.nome'],
    ],
    [
      'an expiry',
      CobSolicitadaDto,
      { ...COB, calendario: { expiracao: 60 } },
      { ...COB, calendario: { expiracao: 86400 } },
      ['calendario.expiracao'],
    ],
    [
      'an expiry that the record leaves out',
      CobSolicitadaDto,
      { ...COB, calendario: { expiracao: 60 } },
      COB,
      ['calendario.expiracao'],
    ],
    [
      'a missing text',
      CobSolicitadaDto,
      { ...COB, solicitacaoPagador: 'oi' },
      COB,
      ['solicitacaoPagador'],
    ],
    [
      'a list with one item more',
      CobSolicitadaDto,
      { ...COB, infoAdicionais: [] },
      { ...COB, infoAdicionais: [{ nome: 'a', valor: '1' }] },
      ['infoAdicionais'],
    ],
    [
      'a list with duplicates instead of two items',
      CobSolicitadaDto,
      {
        ...COB,
        infoAdicionais: [
          { nome: 'a', valor: '1' },
          { nome: 'b', valor: '2' },
        ],
      },
      {
        ...COB,
        infoAdicionais: [
          { nome: 'a', valor: '1' },
          { nome: 'a', valor: '1' },
        ],
      },
      ['infoAdicionais'],
    ],
    [
      'a fine',
      CobVSolicitadaDto,
      { valor: { original: '1.00', multa: { modalidade: '2', valorPerc: '10.00' } } },
      { valor: { original: '1.00' } },
      ['valor.multa.modalidade', 'valor.multa.valorPerc'],
    ],
    [
      'another recurrence',
      CobRSolicitadaDto,
      { idRec: 'RR1234567820260101abcdefghijk' },
      { idRec: 'RR1234567820260101abcdefghijK' },
      ['idRec'],
    ],
    [
      'an unknown field that the record shows with another value',
      CobSolicitadaDto,
      { ...COB, split: { id: 1 } },
      { ...COB, split: { id: 2 } },
      ['split'],
    ],
    [
      'a maintenance notice',
      CobSolicitadaDto,
      COB,
      { message: 'manutenção' },
      ['valor.original', 'chave'],
    ],
  ])('returns the paths of %s', (_, dto, sent, found, fields) => {
    expect(findDifferences(dto, sent, found)).toEqual(fields);
  });
});
