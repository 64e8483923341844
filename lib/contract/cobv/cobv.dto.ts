// The bodies and filters of due-date charges and their batches.

import { DEFAULT_VALIDADE, isCalendarDate, isValor, isZero, toCents } from '../../values/index.js';
import { ParametrosConsultaCobDto } from '../cob/cob.dto.js';
import type { OneTaxId } from '../shared/body.js';
import { ChaveField, QueryIntegerField, RemovalField, TxidField } from '../shared/fields.js';
import { CobBaseDto, DevedorDto } from '../shared/shared.dto.js';
import {
  DateField,
  IntegerField,
  ListField,
  Must,
  NestedField,
  RefusedWhen,
  RequiredWhen,
  TextField,
  toRecord,
  ValorField,
} from '../validation/fields.js';

/** Filter of a list of due-date charges: the filter of immediate charges, and the batch. */
export class ParametrosConsultaCobVDto extends ParametrosConsultaCobDto {
  /** Identifier of a batch. */
  @QueryIntegerField('Lote a que a cobrança pertence.', { min: 0, optional: true })
  loteCobVId?: number;
}

/** Parses a modality, which may be a digit as text; returns `NaN` for any other value. */
function parseModalidade(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}

/**
 * Declares a `modalidade`: an integer, or a digit as text as in the examples of the specification
 * (docs/decisions.md D21).
 */
const ModalidadeField = (max: number, describe: string) =>
  IntegerField(describe, { min: 1, max, orText: true });

/** Declares an amount or a percentage, according to `modalidade`. Zero is valid. */
const ValorPercField = (options: { optional?: boolean } = {}) =>
  ValorField('Valor ou percentual, conforme a modalidade.', {
    zero: true,
    example: '2.00',
    ...options,
  });

/** Fine for late payment (BCB schema `CobVValor`, `multa`). */
export class CobVMultaDto {
  /** How to read `valorPerc`: 1 is an amount, 2 a percentage. Some providers return the digit as text. */
  @ModalidadeField(2, '1: valor fixo; 2: percentual.')
  modalidade!: number | string;

  /** Decimal text: an amount or a percentage, according to `modalidade`. */
  @ValorPercField()
  valorPerc!: string;
}

/** Interest for late payment (BCB schema `CobVValor`, `juros`). */
export class CobVJurosDto {
  /**
   * How to read `valorPerc`: 1 and 5 are an amount, 2 and 6 a percentage per day, 3 and 7 per month, 4 and 8 per year; 1 to
   * 4 count calendar days, 5 to 8 business days. Some providers return the digit as text.
   */
  @ModalidadeField(
    8,
    '1: valor ao dia; 2, 3, 4: percentual ao dia, ao mês, ao ano; 5 a 8: o mesmo, em dias úteis.',
  )
  modalidade!: number | string;

  /** Decimal text: an amount or a percentage. */
  @ValorPercField()
  valorPerc!: string;
}

/** Rebate (BCB schema `CobVValor`, `abatimento`). */
export class CobVAbatimentoDto extends CobVMultaDto {}

/** A discount until a date. */
export class CobVDescontoDataFixaDto {
  /** Last day of the discount, `YYYY-MM-DD`, not after the due date. */
  @DateField('Último dia do desconto, até o vencimento.', { example: '2020-11-30' })
  data!: string;

  /** The amount or the percentage as decimal text. */
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
  /**
   * Fixed dates: 1 is an amount, 2 a percentage. Each day of early payment: 3 is an amount and 5 a
   * percentage per calendar day, 4 and 6 the same per business day. Some providers return the digit
   * as text.
   */
  @ModalidadeField(
    6,
    '1, 2: valor ou percentual até as datas; 3, 4: valor por dia corrido ou útil de antecipação; 5, 6: percentual por dia corrido ou útil.',
  )
  modalidade!: number | string;

  /** The discounts until fixed dates, with `modalidade` 1 or 2. */
  @RequiredWhen<CobVDescontoDto>('com modalidade 1 ou 2', byDay)
  @RefusedWhen<CobVDescontoDto>('com modalidade de 3 a 6', perDay)
  @Must('unico', 'não pode ter itens repetidos', hasNoDuplicates)
  @ListField(() => CobVDescontoDataFixaDto, 'Descontos por data, nas modalidades 1 e 2.', {
    min: 1,
    max: 3,
    optional: true,
  })
  descontoDataFixa?: CobVDescontoDataFixaDto[];

  /** The amount or the percentage as decimal text, with `modalidade` 3 to 6. */
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

const HUNDRED_PERCENT = 100_00;

/** Modalities in which `valorPerc` is a percentage; in all others it is an amount. */
const PERCENT = { abatimento: [2], desconto: [2, 5, 6] };

/**
 * Whether a deduction is less than the whole charge. An invalid amount passes; its own rule refuses
 * it.
 */
function isPart(valorPerc: unknown, wholeInCents: number): boolean {
  return !isValor(valorPerc) || toCents(valorPerc) < wholeInCents;
}

/**
 * Requires that a rebate or discount leaves an amount to pay (BCB, violations of
 * `CobVOperacaoInvalida`).
 */
const LeavesSomething = (kind: keyof typeof PERCENT) =>
  Must<CobVValorRevisadoDto>(
    'parte',
    'deve ser menor que o valor original, ou que 100%',
    (value, { original }) => {
      const { modalidade, valorPerc, descontoDataFixa } = toRecord(value);
      const percent = PERCENT[kind].includes(parseModalidade(modalidade));
      const whole = percent
        ? HUNDRED_PERCENT
        : isValor(original) && !isZero(original)
          ? toCents(original)
          : Infinity;
      const byDay: unknown[] = Array.isArray(descontoDataFixa) ? descontoDataFixa : [];
      return [valorPerc, ...byDay.map((item) => toRecord(item).valorPerc)].every((part) =>
        isPart(part, whole),
      );
    },
  );

/** Amount of a due-date charge in a revision: only the changed fields (BCB schema `CobVValor`). */
export class CobVValorRevisadoDto {
  /** Decimal text, `123.45`, above zero. */
  @ValorField('Valor original da cobrança.', { optional: true })
  original?: string;

  /** Fine for late payment. */
  @NestedField(() => CobVMultaDto, 'Multa por atraso.', { optional: true })
  multa?: CobVMultaDto;

  /** Interest for late payment. */
  @NestedField(() => CobVJurosDto, 'Juros por atraso.', { optional: true })
  juros?: CobVJurosDto;

  /** Rebate, deducted from the amount. */
  @LeavesSomething('abatimento')
  @NestedField(() => CobVAbatimentoDto, 'Abatimento.', { optional: true })
  abatimento?: CobVAbatimentoDto;

  /** Discount for early payment. */
  @LeavesSomething('desconto')
  @NestedField(() => CobVDescontoDto, 'Desconto por antecipação.', { optional: true })
  desconto?: CobVDescontoDto;
}

/** Amount of a due-date charge (BCB schema `CobVValor`). */
export class CobVValorDto extends CobVValorRevisadoDto {
  /** The amount before fine, interest and deductions as decimal text, `123.45`, above zero. */
  @ValorField('Valor original da cobrança.')
  override original!: string;
}

/**
 * The due date and the time after it in which the charge can be paid (BCB schema
 * `CobDataDeVencimento`).
 */
export class CobDataDeVencimentoDto {
  /** Due date, `YYYY-MM-DD`. */
  @DateField('Data de vencimento.', { example: '2020-12-31' })
  dataDeVencimento!: string;

  /** How long the charge can be paid after its due date, in calendar days. Default: 30. */
  @IntegerField('Dias corridos após o vencimento em que ainda se pode pagar. Padrão 30.', {
    min: 0,
    optional: true,
    assumed: DEFAULT_VALIDADE,
    example: 30,
  })
  validadeAposVencimento?: number;
}

/** Requires that no discount ends after the due date. Valid dates compare like text. */
const WithinVencimento = () =>
  Must<{ calendario: unknown }>(
    'vencimento',
    'não pode ter desconto com data posterior a calendario.dataDeVencimento',
    (valor, { calendario }) => {
      const { dataDeVencimento } = toRecord(calendario);
      const { descontoDataFixa } = toRecord(toRecord(valor).desconto);
      if (!isCalendarDate(dataDeVencimento) || !Array.isArray(descontoDataFixa)) return true;
      return descontoDataFixa.every((item) => {
        const { data } = toRecord(item);
        return !isCalendarDate(data) || data <= dataDeVencimento;
      });
    },
  );

/** Body that creates a due-date charge (BCB schema `CobVSolicitada`). */
export class CobVSolicitadaDto extends CobBaseDto {
  @NestedField(() => CobDataDeVencimentoDto, 'Vencimento e validade.')
  calendario!: CobDataDeVencimentoDto;

  /** The debtor. */
  @NestedField(() => DevedorDto, 'A quem a cobrança se destina.')
  devedor!: OneTaxId<DevedorDto>;

  @WithinVencimento()
  @NestedField(() => CobVValorDto, 'Valor e encargos da cobrança.')
  valor!: CobVValorDto;

  /** The receiver's Pix key, 1 to 77 characters. */
  @ChaveField()
  chave!: string;
}

/** Body that revises or removes a due-date charge (BCB schema `CobVRevisada`). */
export class CobVRevisadaDto extends CobBaseDto {
  /** Removes the charge; must be the only field of the body. */
  @RemovalField()
  status?: 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

  @NestedField(() => CobDataDeVencimentoDto, 'Vencimento e validade.', { optional: true })
  calendario?: CobDataDeVencimentoDto;

  /** The debtor. */
  @NestedField(() => DevedorDto, 'A quem a cobrança se destina.', { optional: true })
  devedor?: OneTaxId<DevedorDto>;

  @WithinVencimento()
  @NestedField(() => CobVValorRevisadoDto, 'Valor e encargos da cobrança.', { optional: true })
  valor?: CobVValorRevisadoDto;

  /** The receiver's Pix key, 1 to 77 characters. */
  @ChaveField({ optional: true })
  chave?: string;
}

/** A due-date charge of a new batch. */
export class LoteCobVSolicitadaDto extends CobVSolicitadaDto {
  @TxidField()
  txid!: string;
}

/** A revision of a charge of a batch. */
export class LoteCobVRevisadaDto extends CobVRevisadaDto {
  @TxidField()
  txid!: string;
}

/** Body that creates a batch, or sends the whole batch again (BCB request body `LoteCobVBody`). */
export class LoteCobVBodyDto {
  @TextField('Descrição do lote.')
  descricao!: string;

  @ListField(() => LoteCobVSolicitadaDto, 'Cobranças do lote.')
  cobsv!: LoteCobVSolicitadaDto[];
}

/** Body that revises some charges of a batch (BCB request body `LoteCobVBodyRevisado`). */
export class LoteCobVBodyRevisadoDto {
  @TextField('Descrição do lote.', { optional: true })
  descricao?: string;

  @ListField(() => LoteCobVRevisadaDto, 'Revisões de cobranças.', { optional: true })
  cobsv?: LoteCobVRevisadaDto[];
}
