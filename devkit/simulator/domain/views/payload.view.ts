import { formatValor, type CobPayload, type CobVPayload } from 'nestjs-pix';
import type { CobRecord } from '../../families/cob/cob.record.js';
import type { CobVRecord } from '../../families/cobv/cobv.record.js';
import { toPessoa } from '../../families/shared/debtor.js';
import type { Frozen } from '../../kernel/draft.js';
import type { SimulatorSettings } from '../../settings/simulator.settings.js';
import { calculateValorDevido } from '../valor/valor-devido.js';
import { toRecebedor } from './cobv.view.js';

/** Converts an immediate charge to its payload (schema `CobPayload`). */
export function toCobPayload(record: CobRecord, apresentacao: string): Frozen<CobPayload> {
  const { txid, revisao, createdAt, conteudo } = record;
  const { expiracao, status, devedor, valor, chave } = conteudo;
  return {
    txid,
    revisao,
    calendario: { criacao: new Date(createdAt).toISOString(), apresentacao, expiracao },
    status,
    ...(devedor && { devedor }),
    valor,
    chave,
    ...toTexts(conteudo),
  };
}

/** Converts a due-date charge to its payload, with its amount on a day (schema `CobVPayload`). */
export function toCobVPayload(
  { recebedor }: SimulatorSettings,
  record: CobVRecord,
  apresentacao: string,
  day: string,
): Frozen<CobVPayload> {
  const { txid, revisao, createdAt, conteudo } = record;
  const { dataDeVencimento, validadeAposVencimento, status, devedor, chave } = conteudo;
  const criacao = new Date(createdAt).toISOString();
  return {
    txid,
    revisao,
    calendario: { criacao, apresentacao, dataDeVencimento, validadeAposVencimento },
    status,
    // Without the debtor's address: the payer may be another person.
    devedor: toPessoa(devedor),
    recebedor: toRecebedor(recebedor),
    valor: toAmounts(record, day),
    chave,
    ...toTexts(conteudo),
  };
}

type Texts = Frozen<Pick<CobPayload, 'solicitacaoPagador' | 'infoAdicionais'>>;

function toTexts({ solicitacaoPagador, infoAdicionais }: Texts): Texts {
  return {
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    ...(infoAdicionais && { infoAdicionais }),
  };
}

function toAmounts({ conteudo }: CobVRecord, day: string): CobVPayload['valor'] {
  const { original, final, ...parts } = calculateValorDevido(
    conteudo.valor,
    conteudo.dataDeVencimento,
    day,
  );
  const shown = Object.entries(parts)
    .filter(([, amount]) => amount > 0n)
    .map(([name, amount]) => [name, formatValor(amount)]);
  return {
    original: formatValor(original),
    ...(Object.fromEntries(shown) as object),
    final: formatValor(final),
  };
}
