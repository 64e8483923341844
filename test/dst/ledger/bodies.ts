import { DAY_MS } from '../../../lib/runtime/index.js';
import type { Prng } from '../prng.js';
import type { ChargeKind } from './bank.js';

const day = (instant: number) => new Date(instant - DAY_MS / 8).toISOString().slice(0, 10);

/** The bodies of the charges that the shop opens, by kind. */
export const bodies: Readonly<
  Record<ChargeKind | 'rec', (prng: Prng, now: number, id: string) => object>
> = {
  cob: (prng) => ({
    valor: { original: `${prng.whole(1, 90)}.00` },
    calendario: { expiracao: 1800 },
  }),
  cobv: (prng, now) => ({
    valor: {
      original: `${prng.whole(1, 90)}.00`,
      // With a fine, the payer may owe 1.00 more.
      ...(prng.chance(0.5) && { multa: { modalidade: 1, valorPerc: '1.00' } }),
    },
    calendario: {
      dataDeVencimento: day(now + prng.whole(0, 2) * DAY_MS),
      validadeAposVencimento: prng.whole(0, 2),
    },
    devedor: { cpf: '12345678909', nome: 'Fulano de Tal' },
  }),
  cobr: (prng, now) => ({
    idRec: 'RR1234567820260301aaaaaaaaaaa',
    valor: { original: `${prng.whole(1, 90)}.00` },
    calendario: { dataDeVencimento: day(now + 5 * DAY_MS) },
    recebedor: { conta: '9708', tipoConta: 'CORRENTE' },
    ajusteDiaUtil: true,
  }),
  rec: (_prng, _now, contrato) => ({
    vinculo: { contrato, devedor: { cpf: '12345678909', nome: 'Fulano de Tal' } },
    calendario: { dataInicial: '2098-04-01', periodicidade: 'MENSAL' },
    valor: { valorRec: '35.00' },
    politicaRetentativa: 'NAO_PERMITE',
  }),
};
