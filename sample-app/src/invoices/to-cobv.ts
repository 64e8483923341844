import type { CobVSolicitada } from 'nestjs-pix';
import type { Invoice } from './invoices.table.js';

/** `multa.modalidade`, `desconto.modalidade`: a percentage. */
const PERCENT = 2;
/** `juros.modalidade`: a percentage per month, by calendar days. */
const PERCENT_PER_MONTH = 3;

/** The body that creates the due-date charge, without the Pix key, which the ledger knows. */
export function toCobV(invoice: Invoice): Omit<CobVSolicitada, 'chave'> {
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
    solicitacaoPagador: descricao,
  };
}
