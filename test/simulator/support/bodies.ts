import { toDay } from '../../../devkit/simulator/kernel/calendar.js';
import { addDays } from '../../../lib/internal.js';

/** A recurrence whose dates are after the clock of any test. */
export const REC = {
  vinculo: {
    contrato: '63100862',
    devedor: { cpf: '12345678909', nome: 'Fulano de Tal' },
    objeto: 'Serviço de streaming',
  },
  calendario: { dataInicial: '2098-04-01', dataFinal: '2099-04-01', periodicidade: 'MENSAL' },
  valor: { valorRec: '35.00' },
  politicaRetentativa: 'NAO_PERMITE',
};

/** Days from now to the due date of {@link inFiveDays}: the network accepts 2 to 10. */
const AHEAD = 5;

/** Returns the calendar of a recurrence that begins today, by the clock of the machine. */
export const fromToday = () => ({ dataInicial: toDay(Date.now()), periodicidade: 'MENSAL' });

/** Returns a due date that the network accepts for a recurring charge, by the clock of the machine. */
export const inFiveDays = () => addDays(toDay(Date.now()), AHEAD);

/** A due-date charge of a person, with every field of its schema except a location. */
export const COBV = {
  calendario: { dataDeVencimento: '2024-04-15', validadeAposVencimento: 10 },
  devedor: {
    cpf: '12345678909',
    nome: 'Francisco da Silva',
    email: 'francisco@example.com',
    logradouro: 'Alameda Souza, 80',
    cidade: 'Recife',
    uf: 'PE',
    cep: '70011750',
  },
  valor: {
    original: '123.45',
    multa: { modalidade: 2, valorPerc: '15.00' },
    juros: { modalidade: 2, valorPerc: '2.00' },
    abatimento: { modalidade: 1, valorPerc: '3.45' },
    desconto: { modalidade: 1, descontoDataFixa: [{ data: '2024-04-12', valorPerc: '30.00' }] },
  },
  chave: 'loja@example.com',
  solicitacaoPagador: 'Cobrança dos serviços prestados.',
  infoAdicionais: [{ nome: 'Campo', valor: 'Dado' }],
};
