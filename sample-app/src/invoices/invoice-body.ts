import type { CobVSolicitada } from 'nestjs-pix';
import type { Invoice } from '../database/schema.js';
import { addDays, startOfDay } from './brazilian-day.js';

/** `multa.modalidade`, `desconto.modalidade`: a percentage. */
const PERCENT = 2;
/** `juros.modalidade`: a percentage per month, by calendar days. */
const PERCENT_PER_MONTH = 3;

/**
 * Days by which a bank may extend the period of payment: a due date and a last day that are not business days move to the
 * next one, and only the bank knows its holidays.
 */
const MOVED_DAYS = 10;

/** Builds the body that creates the charge of an invoice. It is the same in every repeat. */
export function buildCobV(invoice: Invoice, chave: string): CobVSolicitada {
  const { nome, cpfCnpj, descricao, valor, vencimento, diasAposVencimento } = invoice;
  const { multaPercentual, jurosPercentualMes, descontoPercentual, descontoAte } = invoice;
  return {
    calendario: { dataDeVencimento: vencimento, validadeAposVencimento: diasAposVencimento },
    devedor: cpfCnpj.length === 11 ? { cpf: cpfCnpj, nome } : { cnpj: cpfCnpj, nome },
    valor: {
      original: valor,
      ...(multaPercentual !== null && {
        multa: { modalidade: PERCENT, valorPerc: multaPercentual },
      }),
      ...(jurosPercentualMes !== null && {
        juros: { modalidade: PERCENT_PER_MONTH, valorPerc: jurosPercentualMes },
      }),
      ...(descontoPercentual !== null &&
        descontoAte !== null && {
          desconto: {
            modalidade: PERCENT,
            descontoDataFixa: [{ data: descontoAte, valorPerc: descontoPercentual }],
          },
        }),
    },
    chave,
    solicitacaoPagador: descricao,
  };
}

/** Returns the instant after which no bank accepts a payment of the invoice. */
export function findExpiry(vencimento: string, diasAposVencimento: number): Date {
  return startOfDay(addDays(vencimento, diasAposVencimento + MOVED_DAYS + 1));
}
