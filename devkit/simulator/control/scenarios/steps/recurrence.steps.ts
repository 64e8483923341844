import { generateTxid } from 'nestjs-pix';
import { DAY_MS, HOUR_MS } from 'nestjs-pix/internal';
import { DAYS as RETRY_DAYS, RETRIES } from '../../../domain/recurrence/retry.rules.js';
import { isBusinessDay, nextBusinessDay } from '../../../kernel/calendar/business-days.js';
import { addDays, toStartOfDay } from '../../../kernel/calendar/civil-date.js';
import type { ScenarioRun } from '../scenario-run.js';
import type { ScenarioStep } from '../scenario.js';
import { PAYER } from './people.js';

/** The receiver creates a monthly recurrence whose first charge is due in some days. @param valor decimal text */
export function createRec(valor: string): ScenarioStep {
  return {
    text: `A loja cria uma recorrência mensal de ${valor} que permite retentativas`,
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
    text: `A loja cria a primeira cobrança da recorrência, de ${valor}`,
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
