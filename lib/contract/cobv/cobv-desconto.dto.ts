import {
  DateField,
  ListField,
  Must,
  RefusedWhen,
  RequiredWhen,
  partsOf,
} from '../validation/index.js';
import { ModalidadeField, ValorPercField } from './cobv-encargos.dto.js';
import { modalidadeOf } from './modalidade.js';

/** A discount until a day. */
export class CobVDescontoDataFixaDto {
  /** `YYYY-MM-DD`, not after the due date. */
  @DateField({ describe: 'Último dia do desconto, até o vencimento.', example: '2020-11-30' })
  data!: string;

  @ValorPercField()
  valorPerc!: string;
}

/** Modalities 1 and 2 are discounts until given days; 3 to 6 are so much a day of anticipation. */
const byDay = ({ modalidade }: { modalidade?: number | string }) =>
  [1, 2].includes(modalidadeOf(modalidade));

const perDay = ({ modalidade }: { modalidade?: number | string }) =>
  [3, 4, 5, 6].includes(modalidadeOf(modalidade));

/** Discount for paying early (BCB schema `CobVValor`, `desconto`, and its violations). */
export class CobVDescontoDto {
  /** 1, 2: until given days; 3 to 6: for each day of anticipation. */
  @ModalidadeField(
    6,
    '1, 2: valor ou percentual até as datas; 3, 4: valor por dia corrido ou útil de antecipação; 5, 6: percentual por dia corrido ou útil.',
  )
  modalidade!: number | string;

  /** Modalities 1 and 2. */
  @RequiredWhen<CobVDescontoDto>('com modalidade 1 ou 2', byDay)
  @RefusedWhen<CobVDescontoDto>('com modalidade de 3 a 6', perDay)
  @Must('unico', 'não pode ter itens repetidos', hasNoTwins)
  @ListField(() => CobVDescontoDataFixaDto, {
    describe: 'Descontos por data, nas modalidades 1 e 2.',
    min: 1,
    max: 3,
    optional: true,
  })
  descontoDataFixa?: CobVDescontoDataFixaDto[];

  /** Modalities 3 to 6. */
  @RequiredWhen<CobVDescontoDto>('com modalidade de 3 a 6', perDay)
  @RefusedWhen<CobVDescontoDto>('com modalidade 1 ou 2', byDay)
  @ValorPercField({ optional: true })
  valorPerc?: string;
}

function hasNoTwins(list: unknown): boolean {
  if (!Array.isArray(list)) return true;
  const items = list.map(partsOf);
  return items.every((item, index) =>
    items
      .slice(0, index)
      .every(({ data, valorPerc }) => data !== item.data || valorPerc !== item.valorPerc),
  );
}
