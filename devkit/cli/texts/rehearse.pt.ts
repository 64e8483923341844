import type { rehearseTexts as en } from './rehearse.en.js';

/** The texts of `nestjs-pix rehearse` in Portuguese. */
export const rehearseTexts: typeof en = {
  description: 'Ensaia pagamentos que dão errado com uma aplicação que usa o banco simulado',
  actions: {
    order: 'faz um pedido e mostra o txid',
    invoice: 'emite uma cobrança com vencimento e mostra o txid',
    subscription: 'cria uma recorrência e mostra o idRec',
    refund: 'devolve PIX_VALOR do Pix PIX_E2EID',
    retry: 'pede outra tentativa de débito de PIX_TXID, no dia PIX_DATA',
    decide:
      'faz o que uma pessoa decide sobre um Pix que não corresponde a pedido algum (sem a opção: a aplicação)',
    reconcile: 'concilia agora com o banco (sem a opção: quando a aplicação costuma fazê-lo)',
    status:
      'mostra "paid" ou "unpaid" para PIX_TXID, e quanto devolveu: "paid 10.00" (sem a opção: não é conferido)',
  },
  wait: 'quantos segundos a aplicação tem para cada passo',
  only: 'só estes ensaios',
  json: 'mostra o relatório em JSON',
  after:
    '\nOs valores das oito primeiras opções são comandos do shell. Eles recebem as variáveis PIX_TXID, PIX_E2EID, PIX_VALOR e PIX_DATA, onde cabem. Um ensaio sem o seu comando é pulado. O relógio do banco avança, e depois volta.\n\nCódigos de saída: 0 nada falhou, 1 opções erradas, 2 um ensaio falhou, 3 o banco não respondeu\n',
  expectations: {
    'cob/paid-twice': 'entrega uma vez, e devolve o segundo Pix',
    'cob/wrong-amount': 'não entrega por outro valor, e o devolve',
    'cobv/late-with-interest': 'aceita um pagamento atrasado com multa e juros',
    'refund/partial': 'soma as partes que devolve',
    'refund/refused': 'não conta uma devolução que o banco não realizou',
    'refund/by-bank': 'percebe que o banco devolveu uma parte (MED)',
    'webhook/lost': 'encontra um pagamento cuja notificação se perdeu',
    'webhook/before-read': 'pergunta de novo quando o banco ainda não mostra um pagamento',
    'bank/down-for-an-hour': 'sobrevive a uma hora sem o banco',
    'pix-automatico/insufficient-funds-then-retry': 'cobra a assinatura, e pede outra tentativa',
    'pix-automatico/retries-exhausted': 'para depois de mais três tentativas',
    'pix-automatico/recurrence-refused': 'nada cobra se o pagador a recusa',
    'pix-automatico/cancelled-by-payer': 'nada cobra depois que o pagador cancelou',
  },
  checks: {
    created: 'o banco tem a cobrança',
    answered: 'as notificações foram respondidas na primeira vez',
    answeredLater: 'as notificações foram respondidas no fim',
    paid: 'o pedido está pago',
    unpaid: 'o pedido não está pago',
    refunded: 'o Pix foi devolvido, uma vez',
    refundAsked: 'a devolução foi solicitada',
    refundKnown: 'ela sabe quanto foi devolvido',
    asked: 'ela consultou o Pix no banco',
    charged: 'a assinatura foi cobrada',
    retried: 'outra tentativa foi pedida',
    quiet: 'nenhuma outra cobrança, nenhuma outra tentativa',
  },
  unknown: (id, ids) => `não há o ensaio ${id}. Escolha com --only entre ${ids.join(', ')}.`,
  noWebhook:
    'a aplicação não registrou webhook no banco simulado. Inicie a aplicação antes do ensaio.',
  missing: (options) => `pulado, sem ${options.join(', ')}`,
  seen: {
    printed: (output) => `o comando mostrou ${output}`,
    failed: (code, output) => `o comando falhou (${code}): ${output}`,
    nothing: 'nada',
    answers: (statuses) => `HTTP ${statuses}`,
    none: 'nenhuma notificação foi entregue',
    status: (status) => `"${status}"`,
    amounts: (amounts) => `R$ ${amounts}`,
    calls: (calls) => calls,
    counts: (charges, attempts) => `${charges} cobranças, ${attempts} tentativas`,
    refused: (reason) => reason,
  },
  score: (passed, total, skipped) =>
    `Nota: ${passed} de ${total}${skipped > 0 ? `, ${skipped} pulados` : ''}`,
};
