// The steps of which scenarios consist.
import { generateTxid } from 'nestjs-pix';
import { addDays, DAY_MS, HOUR_MS, isBusinessDay, nextBusinessDay } from 'nestjs-pix/internal';
import type { PayOptions } from '../../domain/payment/pay.js';
import type { RefundOutcome } from '../../domain/payment/refund.js';
import { DAYS as RETRY_DAYS, RETRIES } from '../../domain/recurrence/tentativas.js';
import type { FaultRule } from '../../faults/rules.js';
import { toStartOfDay } from '../../kernel/calendar.js';
import { resolveDefaultKey } from '../api-caller.js';
import type { ScenarioRun, ScenarioStep } from './run.js';

const toReais = (valor: string) => `R$ ${valor.replace('.', ',')}`;

/** The authority issues a client certificate that has expired. */
export const issueExpiredCertificate: ScenarioStep = {
  text: 'O banco emite um certificado de cliente que venceu ontem',
  perform: (run) => run.issueExpiredCertificate(),
};

/** The receiver creates an immediate charge. @param valor decimal text */
export function createCob(valor: string): ScenarioStep {
  return {
    text: `A loja cria uma cobrança imediata de ${toReais(valor)}`,
    perform: async (run) => {
      const body = {
        calendario: { expiracao: 3_600 },
        devedor: PAYER,
        valor: { original: valor },
        chave: resolveDefaultKey(run.state),
        solicitacaoPagador: run.title,
      };
      const txid = generateTxid();
      await run.call('cob.createWithTxid', { params: { txid }, body });
      run.addCreated({ kind: 'cob', id: txid });
    },
  };
}

/** Fine and interest of a due-date charge that is paid late. */
interface LateCharges {
  /** Fine, percentage as decimal text. */
  readonly multa: string;
  /** Interest per month, percentage as decimal text. */
  readonly juros: string;
}

/** The receiver creates a due-date charge that is due on the next business day. @param valor decimal text */
export function createCobV(valor: string, { multa, juros }: LateCharges): ScenarioStep {
  return {
    text: `A loja cria uma cobrança de ${toReais(valor)} que vence no próximo dia útil, com multa de ${multa}% e juros de ${juros}% ao mês`,
    perform: async (run) => {
      const body = {
        calendario: {
          dataDeVencimento: nextBusinessDay(addDays(run.today, 1)),
          validadeAposVencimento: 30,
        },
        devedor: {
          ...PAYER,
          logradouro: 'Alameda Simulada, 80',
          cidade: 'Recife',
          uf: 'PE',
          cep: '70011750',
        },
        valor: {
          original: valor,
          multa: { modalidade: 2, valorPerc: multa },
          juros: { modalidade: 3, valorPerc: juros },
        },
        chave: resolveDefaultKey(run.state),
        solicitacaoPagador: run.title,
      };
      const txid = generateTxid();
      await run.call('cobv.createWithTxid', { params: { txid }, body });
      run.addCreated({ kind: 'cobv', id: txid });
    },
  };
}

/** The clock moves to the start of a day after the due date of the latest due-date charge. */
export function advancePastDue(days: number): ScenarioStep {
  return {
    text: `O relógio avança até ${days} dias após o vencimento`,
    perform: async (run) => {
      const { calendario } = await run.call('cobv.get', { params: { txid: run.last('cobv') } });
      await run.advanceTo(toStartOfDay(addDays(calendario.dataDeVencimento, days)));
    },
  };
}

/** The bank gets fault rules. */
export function addFaults(text: string, ...rules: readonly FaultRule[]): ScenarioStep {
  return {
    text,
    perform: (run) => {
      for (const rule of rules) run.addFault(rule);
    },
  };
}

/** The bank removes the fault rules of the scenario later. @param hours by the simulator's clock */
export function endFaultsAfter(text: string, hours: number): ScenarioStep {
  return {
    text,
    perform: (run) => {
      run.endFaultsAfter(hours * HOUR_MS);
    },
  };
}

/** The payer pays the latest charge. The first read of the Pix and of the charge show the state before it. */
export const payBeforeReads: ScenarioStep = {
  text: 'O pagador paga, e o banco notifica antes de as consultas mostrarem o Pix',
  perform: async (run) => {
    const txid = run.last('cob');
    const body = await run.call('cob.get', { params: { txid } });
    const e2eid = await payLast(run);
    run.addFault({ kind: 'status', status: 404, on: 'pix.get', params: { e2eid } });
    run.addFault({ kind: 'status', status: 200, body, on: 'cob.get', params: { txid } });
  },
};

/** The payer pays the latest charge. */
export function pay(text = 'O pagador paga a cobrança', options: PayOptions = {}): ScenarioStep {
  return { text, perform: (run) => payLast(run, options) };
}

/** Pays the latest charge and returns the `endToEndId`. */
async function payLast(run: ScenarioRun, options: PayOptions = {}): Promise<string> {
  const { endToEndId } = await run.payers.pay(run.last('cob', 'cobv'), options);
  run.addCreated({ kind: 'pix', id: endToEndId });
  return endToEndId;
}

/** The receiver requests a refund of the latest Pix. @param valor decimal text */
export function requestRefund(valor: string): ScenarioStep {
  return {
    text: `A loja solicita a devolução de ${toReais(valor)}`,
    perform: async (run) => {
      const endToEndId = run.last('pix');
      const id = `cenario${run.count('devolucao') + 1}`;
      const params = { e2eid: endToEndId, id };
      await run.call('pix.refund', { params, body: { valor } });
      run.addCreated({ kind: 'devolucao', id, endToEndId });
    },
  };
}

/** The bank ends the latest refund. */
export function settleRefund(text: string, outcome: RefundOutcome = {}): ScenarioStep {
  return {
    text,
    perform: (run) => run.payers.settleRefund(run.last('pix'), run.last('devolucao'), outcome),
  };
}

/** The bank refunds the latest Pix without a request of the receiver. @param valor decimal text */
export function refundByProvider(text: string, valor?: string): ScenarioStep {
  return {
    text,
    perform: async (run) => {
      const endToEndId = run.last('pix');
      const { id } = await run.payers.refundByProvider(endToEndId, valor ? { valor } : {});
      run.addCreated({ kind: 'devolucao', id, endToEndId });
    },
  };
}

/** The receiver creates a monthly recurrence whose first charge is due in some days. @param valor decimal text */
export function createRec(valor: string): ScenarioStep {
  return {
    text: `A loja cria uma recorrência mensal de ${toReais(valor)} que permite retentativas`,
    perform: async (run) => {
      const body = {
        vinculo: { contrato: CONTRATO, devedor: PAYER, objeto: run.title.slice(0, OBJETO) },
        calendario: { dataInicial: resolveFirstDue(run), periodicidade: 'MENSAL' as const },
        valor: { valorRec: valor },
        politicaRetentativa: 'PERMITE_3R_7D' as const,
      };
      const { idRec } = await run.call('rec.create', { body });
      run.addCreated({ kind: 'rec', id: idRec });
    },
  };
}

/** The receiver asks the payer to confirm the latest recurrence. */
export const requestConfirmation: ScenarioStep = {
  text: 'A loja pede a confirmação do pagador',
  perform: async (run) => {
    const { clock, settings } = run.state;
    const body = {
      idRec: run.last('rec'),
      calendario: { dataExpiracaoSolicitacao: new Date(clock.now() + DAY_MS).toISOString() },
      destinatario: { cpf: PAYER.cpf, conta: CONTA, ispbParticipante: settings.ispb },
    };
    const { idSolicRec } = await run.call('solicrec.create', { body });
    run.addCreated({ kind: 'solicrec', id: idSolicRec });
  },
};

export const approve: ScenarioStep = {
  text: 'O pagador autoriza a recorrência',
  perform: (run) => run.payers.approve(run.last('rec')),
};

export const rejectConfirmation: ScenarioStep = {
  text: 'O pagador recusa a recorrência',
  perform: (run) => run.payers.rejectSolicRec(run.last('solicrec')),
};

export const cancelRecByPayer: ScenarioStep = {
  text: 'O pagador cancela a recorrência',
  perform: (run) => run.payers.cancelByPayer(run.last('rec')),
};

/** The receiver creates the first charge of the latest recurrence. @param valor decimal text */
export function createCobR(valor: string): ScenarioStep {
  return {
    text: `A loja cria a primeira cobrança da recorrência, de ${toReais(valor)}`,
    perform: async (run) => {
      const { contas } = run.state.settings;
      const [{ conta, agencia } = { conta: CONTA }] = contas === 'any' ? [] : contas;
      const idRec = run.last('rec');
      const { calendario } = await run.call('rec.get', { params: { idRec } });
      const txid = generateTxid();
      const body = {
        idRec,
        calendario: { dataDeVencimento: calendario.dataInicial },
        valor: { original: valor },
        ajusteDiaUtil: true,
        recebedor: {
          conta,
          tipoConta: 'CORRENTE' as const,
          ...(agencia !== undefined && { agencia }),
        },
      };
      await run.call('cobr.createWithTxid', { params: { txid }, body });
      run.addCreated({ kind: 'cobr', id: txid });
    },
  };
}

/** The payer has no funds, or has them again. */
export function setFunds(available: boolean): ScenarioStep {
  return {
    text: available ? 'O pagador volta a ter saldo' : 'O pagador fica sem saldo',
    perform: (run) => run.payers.setFunds(run.last('rec'), available),
  };
}

/** The clock moves to the day of the pending attempt, after both searches for funds. */
export function advanceToAttempt(text: string): ScenarioStep {
  return {
    text,
    perform: async (run) => {
      const day = await findAttemptDay(run);
      await run.advanceTo(toStartOfDay(day) + AFTER_SEARCHES);
    },
  };
}

/** The pending attempt ends without payment. */
export const expireAttempt: ScenarioStep = {
  text: 'A tentativa termina sem pagamento',
  perform: (run) => run.payers.settleAttempt(run.last('cobr'), 'EXPIRADA'),
};

/** The receiver requests an attempt on the next business day. */
export const retryOnNextBusinessDay: ScenarioStep = {
  text: 'A loja solicita uma retentativa para o próximo dia útil',
  perform: async (run) => {
    const data = nextBusinessDay(addDays(run.today, 1));
    await run.call('cobr.retry', { params: { txid: run.last('cobr'), data } });
  },
};

/** A retry that ends without payment. @param ordinal in Portuguese: `primeira` */
export function failedRetry(ordinal: string): ScenarioStep[] {
  return [
    retryOnNextBusinessDay,
    advanceToAttempt(`Chega o dia da ${ordinal} retentativa, ainda sem saldo`),
    expireAttempt,
  ];
}

/** Adds the Pix of the latest charge to the result. */
export const showPix: ScenarioStep = {
  text: 'O banco notifica o Pix recebido',
  perform: async (run) => {
    const { pix = [] } = await run.call('cobr.get', { params: { txid: run.last('cobr') } });
    for (const { endToEndId } of pix) run.addCreated({ kind: 'pix', id: endToEndId });
  },
};

/** Time of day after both searches for funds, at midnight and at 18:00, in milliseconds. */
const AFTER_SEARCHES = 19 * HOUR_MS;

/** Days until the first charge: charges are sent to the payer's bank 2 to 10 days ahead. */
const FIRST_DUE = 3;

/** Maximum length of `objeto`. */
const OBJETO = 35;

const CONTRATO = '63100862';
const CONTA = '012682';

/** Returns the first business day after which enough business days for all retries follow, `YYYY-MM-DD`. */
function resolveFirstDue({ today }: ScenarioRun): string {
  let day = nextBusinessDay(addDays(today, FIRST_DUE));
  while (countRetryDays(day) < RETRIES) day = nextBusinessDay(addDays(day, 1));
  return day;
}

function countRetryDays(day: string): number {
  const days = Array.from({ length: RETRY_DAYS }, (_, index) => addDays(day, index + 1));
  return days.filter(isBusinessDay).length;
}

/** Finds the day of the pending attempt of the latest charge, or of its first attempt if none is pending. */
async function findAttemptDay(run: ScenarioRun): Promise<string> {
  const { calendario, tentativas = [] } = await run.call('cobr.get', {
    params: { txid: run.last('cobr') },
  });
  const pending = tentativas.find(({ status }) => status === 'SOLICITADA' || status === 'AGENDADA');
  return pending?.dataLiquidacao ?? calendario.dataDeVencimento;
}

/** The payer of all scenarios. */
const PAYER = { cpf: '12345678909', nome: 'Fulano de Tal' };
