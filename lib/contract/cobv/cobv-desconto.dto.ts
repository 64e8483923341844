import {
  DateField,
  ListField,
  Must,
  RefusedWhen,
  RequiredWhen,
  toRecord,
} from '../validation/index.js';
import { ModalidadeField, ValorPercField } from './cobv-encargos.dto.js';
import { parseModalidade } from './modalidade.js';

/** A discount until a date. */
export class CobVDescontoDataFixaDto {
  /** `YYYY-MM-DD`, not after the due date. */
  @DateField({ describe: 'Último dia do desconto, até o vencimento.', example: '2020-11-30' })
  data!: string;

  @ValorPercField()
  valorPerc!: string;
}

/**
 * Modalities 1 and 2 are discounts until fixed dates; 3 to 6 are discounts for each day of early
 * payment.
 */
const byDay = ({ modalidade }: { modalidade?: number | string }) =>
  [1, 2].includes(parseModalidade(modalidade));

const perDay = ({ modalidade }: { modalidade?: number | string }) =>
  [3, 4, 5, 6].includes(parseModalidade(modalidade));

/** Discount for early payment (BCB schema `CobVValor`, `desconto`, and its violations). */
export class CobVDescontoDto {
  /** 1, 2: until fixed dates; 3 to 6: for each day of early payment. */
  @ModalidadeField(
    6,
    '1, 2: valor ou percentual até as datas; 3, 4: valor por dia corrido ou útil de antecipação; 5, 6: percentual por dia corrido ou útil.',
  )
  modalidade!: number | string;

  /** The discounts, with modalities 1 and 2. */
  @RequiredWhen<CobVDescontoDto>('com modalidade 1 ou 2', byDay)
  @RefusedWhen<CobVDescontoDto>('com modalidade de 3 a 6', perDay)
  @Must('unico', 'não pode ter itens repetidos', hasNoDuplicates)
  @ListField(() => CobVDescontoDataFixaDto, {
    describe: 'Descontos por data, nas modalidades 1 e 2.',
    min: 1,
    max: 3,
    optional: true,
  })
  descontoDataFixa?: CobVDescontoDataFixaDto[];

  /** The amount or the percentage, with modalities 3 to 6. */
  @RequiredWhen<CobVDescontoDto>('com modalidade de 3 a 6', perDay)
  @RefusedWhen<CobVDescontoDto>('com modalidade 1 ou 2', byDay)
  @ValorPercField({ optional: true })
  valorPerc?: string;
}

function hasNoDuplicates(list: unknown): boolean {
  if (!Array.isArray(list)) return true;
  const items = list.map(toRecord);
  return items.every((item, index) =>
    items
      .slice(0, index)
      .every(({ data, valorPerc }) => data !== item.data || valorPerc !== item.valorPerc),
  );
}
