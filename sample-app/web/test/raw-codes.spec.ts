import { describe, expect, it } from '@jest/globals';
import { PAYMENT_OUTCOMES } from '../../src/database/schema.js';
import { describeReason } from '../src/admin-payments/payment-texts.js';
import { describeDetail, findTargetPage } from '../src/audit/audit-texts.js';
import { describeEventType } from '../src/deliveries/event-types.js';

describe('detail of an entry of the audit trail', () => {
  it.each([
    ['PAGAMENTO_DEVOLVIDO', 'SUCESSO', '1079.50', 'R$\u00a01.079,50'],
    ['PAGAMENTO_DEVOLVIDO', 'DESCONHECIDO', '79.50', 'R$\u00a079,50, ainda sem resultado do banco'],
    ['PAGAMENTO_DEVOLVIDO', 'FALHA', 'sem permissão', 'Sem permissão'],
    ['USUARIO_CRIADO', 'SUCESSO', 'LEITURA', 'Somente leitura'],
    [
      'USUARIO_ALTERADO',
      'SUCESSO',
      'nome, papel OPERADOR, desativado',
      'Nome, papel Operação, desativado',
    ],
    ['PEDIDO_CONSULTADO', 'SUCESSO', 'EM_ANALISE', 'Em análise'],
    ['ASSINATURA_CONSULTADA', 'SUCESSO', 'AGUARDANDO_APROVACAO', 'Aguardando aprovação'],
    ['LOGIN', 'SUCESSO', null, '–'],
  ] as const)('of %s (%s) is %s in words', (acao, resultado, detalhe, text) => {
    expect(describeDetail({ acao, resultado, detalhe })).toBe(text);
  });

  it('has a link to the record, if that has a page', () => {
    expect(findTargetPage({ acao: 'PAGAMENTO_DEVOLVIDO', alvo: 'E1', detalhe: null })).toBe(
      '/admin/pagamentos?busca=E1',
    );
    expect(findTargetPage({ acao: 'PEDIDO_CANCELADO', alvo: 'a/b', detalhe: null })).toBe(
      '/admin/cobrancas/a%2Fb',
    );
    expect(findTargetPage({ acao: 'PEDIDO_CANCELADO', alvo: null, detalhe: null })).toBeUndefined();
    expect(findTargetPage({ acao: 'LOGIN', alvo: '1', detalhe: null })).toBeUndefined();
  });

  it('has a link to what was created, and does not repeat its number as a detail', () => {
    const detalhe = 'fd6c7131-9c4b-40bc-bd0b-bdedf8760c03';
    const entry = { acao: 'FATURA_CRIADA', resultado: 'SUCESSO', alvo: null, detalhe } as const;
    expect(findTargetPage(entry)).toBe(`/admin/faturas/${detalhe}`);
    expect(describeDetail(entry)).toBe('–');
  });
});

describe('reason of a change', () => {
  it('is a sentence', () => {
    expect(describeReason('pedido recebido')).toBe('Pedido recebido');
    expect(describeReason('pagamento E1')).toBe('Pagamento E1');
  });

  it.each(PAYMENT_OUTCOMES)('has no code for a payment that was %s', (outcome) => {
    const text = describeReason(`pagamento E1: ${outcome}`);
    expect(text).toMatch(/^Pagamento E1: [a-z ]{4,}/);
  });
});

describe('type of an event', () => {
  it('is shown in words, and as it is if it is new', () => {
    expect(describeEventType('cobranca-recorrente')).toBe('Cobrança recorrente');
    expect(describeEventType('novo')).toBe('novo');
  });
});
