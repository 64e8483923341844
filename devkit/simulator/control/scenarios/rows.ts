import { HOUR_MS } from 'nestjs-pix/internal';
import type { ScenarioRow } from './run.js';
import {
  addFaults,
  advancePastDue,
  advanceToAttempt,
  approve,
  cancelRecByPayer,
  createCob,
  createCobR,
  createCobV,
  createRec,
  endFaultsAfter,
  expireAttempt,
  failedRetry,
  issueExpiredCertificate,
  pay,
  payBeforeReads,
  rejectConfirmation,
  requestConfirmation,
  refundByProvider,
  requestRefund,
  retryOnNextBusinessDay,
  setFunds,
  settleRefund,
  showPix,
} from './steps.js';

/** The scenarios by id, in the order of the list. */
const rows = {
  /** A charge that the payer pays a second time. */
  'cob/paid-twice': {
    title: 'Cobrança paga duas vezes',
    description: 'Dois Pix chegam com o mesmo txid. A loja entrega uma vez e devolve o segundo.',
    needs: ['cob.createWithTxid', 'cob.get', 'pix.get'],
    steps: [
      createCob('37.00'),
      pay(),
      pay('O pagador paga a mesma cobrança outra vez', { force: true }),
    ],
  },
  /** A payment of less than the charge. */
  'cob/wrong-amount': {
    title: 'Pagamento com outro valor',
    description:
      'O Pix recebido é menor que a cobrança. A loja compara os valores antes de entregar.',
    needs: ['cob.createWithTxid', 'cob.get', 'pix.get'],
    steps: [createCob('37.00'), pay('O pagador paga 30.00', { valor: '30.00', force: true })],
  },
  /** A due-date charge that is paid after its due date. */
  'cobv/late-with-interest': {
    title: 'Cobrança com vencimento paga com atraso',
    description:
      'A cobrança vence sem pagamento e depois é paga com multa e juros. O valor do Pix é maior que o original.',
    needs: ['cobv.createWithTxid', 'cobv.get', 'pix.get'],
    steps: [
      createCobV('100.00', { multa: '2.00', juros: '1.00' }),
      advancePastDue(10),
      pay('O pagador paga com multa e juros'),
    ],
  },
  /** Several refunds of one payment. */
  'refund/partial': {
    title: 'Devoluções parciais',
    description:
      'O Pix é devolvido em duas partes. A loja soma as devoluções para saber quanto resta.',
    needs: ['cob.createWithTxid', 'cob.get', 'pix.get', 'pix.refund', 'pix.getRefund'],
    steps: [
      createCob('100.00'),
      pay(),
      requestRefund('30.00'),
      settleRefund('O banco devolve 30.00'),
      requestRefund('20.00'),
      settleRefund('O banco devolve 20.00'),
    ],
  },
  /** A refund that the bank cannot execute. */
  'refund/refused': {
    title: 'Devolução não realizada',
    description:
      'O banco aceita a devolução e depois não a realiza. A loja não a trata como concluída.',
    needs: ['cob.createWithTxid', 'cob.get', 'pix.get', 'pix.refund', 'pix.getRefund'],
    steps: [
      createCob('37.00'),
      pay(),
      requestRefund('37.00'),
      settleRefund('O banco não realiza a devolução', {
        status: 'NAO_REALIZADO',
        motivo: 'Conta de destino encerrada',
      }),
    ],
  },
  /** A refund that the bank makes after a report of fraud. */
  'refund/by-bank': {
    title: 'Devolução pelo MED',
    description:
      'O pagador contesta o Pix por fraude, e o banco o devolve sem pedido da loja. A loja registra a saída e retém a entrega.',
    needs: ['cob.createWithTxid', 'cob.get', 'pix.get', 'pix.getRefund'],
    steps: [
      createCob('100.00'),
      pay(),
      refundByProvider('O banco bloqueia 60.00 pelo MED (MED_FRAUDE)', '60.00'),
      settleRefund('O banco devolve 60.00 ao pagador'),
    ],
  },
  /** A payment whose notification never arrives. */
  'webhook/lost': {
    title: 'Webhook perdido',
    description:
      'A notificação do pagamento nunca chega. A loja descobre o Pix ao conciliar com GET /pix.',
    needs: ['webhook', 'cob.createWithTxid', 'cob.get', 'pix.get'],
    steps: [
      createCob('37.00'),
      addFaults('O banco perde a próxima notificação de Pix', { kind: 'lose', on: 'delivery:pix' }),
      pay(),
    ],
  },
  /** A notification that arrives before reads show the payment. */
  'webhook/before-read': {
    title: 'Webhook antes da consulta',
    description:
      'A notificação chega antes de a consulta mostrar o pagamento: a primeira leitura do Pix é um 404, e a primeira leitura da cobrança ainda é ATIVA. A loja tenta de novo.',
    needs: ['webhook', 'cob.createWithTxid', 'cob.get', 'pix.get'],
    steps: [createCob('37.00'), payBeforeReads],
  },
  /** A bank that refuses all requests for an hour. */
  'bank/down-for-an-hour': {
    title: 'Banco fora do ar por uma hora',
    description:
      'A API e o servidor de tokens respondem 503, e as notificações atrasam uma hora. Um pagador paga nesse tempo. Avance o relógio para encerrar.',
    needs: ['cob.createWithTxid', 'cob.get', 'pix.get'],
    steps: [
      createCob('37.00'),
      addFaults(
        'A API e o servidor de tokens passam a responder 503, e as notificações atrasam uma hora',
        { kind: 'status', status: 503, on: ['api', 'token'], count: 'always' },
        { kind: 'delay', ms: HOUR_MS, on: 'delivery', count: 'always' },
      ),
      pay('O pagador paga enquanto a API está fora do ar'),
      endFaultsAfter('O banco volta em uma hora do relógio do simulador', 1),
    ],
  },
  /** A client certificate that has expired. */
  'bank/certificate-expired': {
    title: 'Certificado do cliente vencido',
    description:
      'O resultado tem um certificado vencido e a sua chave. Com ele, o banco recusa a conexão TLS; a aplicação deve avisar antes do vencimento.',
    needs: [],
    steps: [issueExpiredCertificate],
  },
  /** A recurring charge that is paid by a retry. */
  'pix-automatico/insufficient-funds-then-retry': {
    title: 'Sem saldo, e paga na retentativa',
    description:
      'O pagador não tem saldo no vencimento. A loja solicita uma retentativa, que é paga.',
    needs: ['rec.create', 'rec.get', 'cobr.createWithTxid', 'cobr.get', 'cobr.retry', 'pix.get'],
    steps: [
      createRec('49.90'),
      approve,
      createCobR('49.90'),
      setFunds(false),
      advanceToAttempt('Chega o dia da cobrança, e o banco do pagador não encontra saldo'),
      expireAttempt,
      retryOnNextBusinessDay,
      setFunds(true),
      advanceToAttempt('Chega o dia da retentativa, e a cobrança é liquidada'),
      showPix,
    ],
  },
  /** A recurring charge that is never paid. */
  'pix-automatico/retries-exhausted': {
    title: 'Retentativas esgotadas',
    description:
      'O pagador segue sem saldo nas três retentativas, e a cobrança expira. A loja cobra de outra forma.',
    needs: ['rec.create', 'rec.get', 'cobr.createWithTxid', 'cobr.get', 'cobr.retry'],
    steps: [
      createRec('49.90'),
      approve,
      createCobR('49.90'),
      setFunds(false),
      advanceToAttempt('Chega o dia da cobrança, e o banco do pagador não encontra saldo'),
      expireAttempt,
      ...failedRetry('primeira'),
      ...failedRetry('segunda'),
      ...failedRetry('terceira'),
    ],
  },
  /** A recurrence that the payer rejects. */
  'pix-automatico/recurrence-refused': {
    title: 'Recorrência recusada',
    description:
      'O pagador recusa o pedido de confirmação. A loja oferece outra forma de pagamento.',
    needs: ['rec.create', 'rec.get', 'solicrec.create', 'solicrec.get'],
    steps: [createRec('49.90'), requestConfirmation, rejectConfirmation],
  },
  /** A recurrence that the payer cancels while a charge is open. */
  'pix-automatico/cancelled-by-payer': {
    title: 'Cancelada pelo pagador',
    description:
      'O pagador cancela a recorrência, e com ela a cobrança em aberto. A loja encerra a assinatura.',
    needs: ['rec.create', 'rec.get', 'cobr.createWithTxid', 'cobr.get'],
    steps: [createRec('49.90'), approve, createCobR('49.90'), cancelRecByPayer],
  },
} satisfies Record<string, ScenarioRow>;

/** Id of a scenario: subject and name. */
export type ScenarioId = keyof typeof rows;

/** A scenario with its id. */
export interface Scenario extends ScenarioRow {
  readonly id: ScenarioId;
}

/** All scenarios. */
export const scenarios: readonly Scenario[] = Object.entries(rows).map(([id, row]) => ({
  id: id as ScenarioId,
  ...row,
}));
