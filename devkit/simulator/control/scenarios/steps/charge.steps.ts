import { generateTxid } from 'nestjs-pix';
import { nextBusinessDay } from '../../../kernel/calendar/business-days.js';
import { addDays } from '../../../kernel/calendar/civil-date.js';
import { resolveDefaultKey } from '../../default-key.js';
import type { ScenarioStep } from '../scenario.js';
import { PAYER } from './people.js';

/** The receiver creates an immediate charge. @param valor decimal text */
export function createCob(valor: string): ScenarioStep {
  return {
    text: `A loja cria uma cobrança imediata de ${valor}`,
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
export interface LateCharges {
  /** Fine, percentage as decimal text. */
  readonly multa: string;
  /** Interest per month, percentage as decimal text. */
  readonly juros: string;
}

/** The receiver creates a due-date charge that is due on the next business day. @param valor decimal text */
export function createCobV(valor: string, { multa, juros }: LateCharges): ScenarioStep {
  return {
    text: `A loja cria uma cobrança de ${valor} que vence no próximo dia útil, com multa de ${multa}% e juros de ${juros}% ao mês`,
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
