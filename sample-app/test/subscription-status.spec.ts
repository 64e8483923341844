import { describe, expect, it } from '@jest/globals';
import {
  interpretCharge,
  type RecurringCharge,
} from '../src/subscriptions/subscription-charge-status.js';
import { interpretRecurrence, type Recurrence } from '../src/subscriptions/subscription-status.js';

type Attempt = NonNullable<RecurringCharge['tentativas']>[number];

const attempt = (status: string, tipo: 'AGND' | 'NTAG', dataLiquidacao: string): Attempt => ({
  status,
  tipo,
  dataLiquidacao,
  endToEndId: `E99999999${dataLiquidacao.replaceAll('-', '')}120000000000000`,
});

const charge = (status: string, ...tentativas: Attempt[]): RecurringCharge => ({
  idRec: 'RR9999999920260301abcdefghijk',
  txid: 'a'.repeat(32),
  status,
  calendario: { criacao: '2026-03-01', dataDeVencimento: '2026-03-10' },
  tentativas,
});

const first = (status: string) => attempt(status, 'AGND', '2026-03-10');
const retry = (status: string, day = '2026-03-12') => attempt(status, 'NTAG', day);

describe('interpretCharge()', () => {
  it.each<[string, RecurringCharge, string, object]>([
    ['created', charge('CRIADA'), '2026-03-01', { para: 'AGENDADA' }],
    ['scheduled', charge('ATIVA', first('AGENDADA')), '2026-03-09', { para: 'AGENDADA' }],
    [
      'failed once',
      charge('ATIVA', first('EXPIRADA')),
      '2026-03-11',
      { para: 'EM_NOVA_TENTATIVA', needsRetry: true, retentativas: 0, ultimoDia: '2026-03-17' },
    ],
    [
      'waiting for its second attempt',
      charge('ATIVA', first('EXPIRADA'), retry('AGENDADA')),
      '2026-03-11',
      { para: 'EM_NOVA_TENTATIVA', needsRetry: false, retentativas: 1, pendente: '2026-03-12' },
    ],
    [
      'failed on the last day',
      charge('ATIVA', first('EXPIRADA')),
      '2026-03-17',
      { para: 'NAO_PAGA', needsRetry: false },
    ],
    [
      'failed four times',
      charge('ATIVA', first('EXPIRADA'), retry('EXPIRADA'), retry('EXPIRADA'), retry('EXPIRADA')),
      '2026-03-13',
      { para: 'NAO_PAGA', needsRetry: false, retentativas: 3 },
    ],
    ['expired', charge('EXPIRADA', first('EXPIRADA')), '2026-03-18', { para: 'NAO_PAGA' }],
    ['rejected', charge('REJEITADA', first('REJEITADA')), '2026-03-10', { para: 'REJEITADA' }],
    ['settled', charge('CONCLUIDA', first('PAGA')), '2026-03-10', { para: 'PAGA' }],
    ['cancelled', charge('CANCELADA'), '2026-03-02', { para: 'CANCELADA' }],
  ])('%s', (_name, found, today, expected) => {
    expect(interpretCharge(found, today)).toMatchObject(expected);
  });

  it('hides the CPF that the bank quotes in the reason of a rejection', () => {
    const rejeicao = { codigo: 'X', descricao: 'CPF 529.982.247-25 divergente' };
    const found = { ...charge('REJEITADA'), encerramento: { rejeicao } };
    expect(interpretCharge(found, '2026-03-10')).toMatchObject({
      motivo: 'CPF *** divergente',
    });
  });

  it('does not guess the meaning of a status that the specification does not define', () => {
    expect(interpretCharge(charge('SUSPENSA'), '2026-03-10')).toBeUndefined();
  });
});

describe('interpretRecurrence()', () => {
  const build = (status: string, solicitante?: string, approved = false): Recurrence => ({
    idRec: 'RR9999999920260301abcdefghijk',
    vinculo: { contrato: 'CAFE1', devedor: { cpf: '12345678909', nome: 'Maria' } },
    status,
    atualizacao: approved ? [{ status: 'APROVADA', data: '2026-03-01T12:00:00Z' }] : [],
    ...(solicitante !== undefined && {
      encerramento: { cancelamento: { solicitante, codigo: 'SLCR', descricao: '' } },
    }),
  });

  it.each<[Recurrence, boolean, string | undefined]>([
    [build('CRIADA'), false, 'AGUARDANDO_APROVACAO'],
    [build('APROVADA'), false, 'ATIVA'],
    [build('REJEITADA'), false, 'RECUSADA'],
    [build('EXPIRADA'), false, 'EXPIRADA'],
    [build('CANCELADA', 'USUARIO_PAGADOR'), true, 'CANCELADA'],
    [build('CANCELADA', 'USUARIO_RECEBEDOR'), false, 'CANCELADA'],
    [build('CANCELADA', 'USUARIO_RECEBEDOR'), true, 'EXPIRADA'],
    [build('CANCELADA', 'USUARIO_RECEBEDOR', true), true, 'CANCELADA'],
    [build('SUSPENSA'), false, undefined],
  ])('%j, overdue %s: %s', (recurrence, isOverdue, expected) => {
    expect(interpretRecurrence(recurrence, isOverdue)?.para).toBe(expected);
  });
});
