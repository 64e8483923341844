import { isCalendarDate } from '../../values/index.js';
import type { OneTaxId } from '../shared/body.js';
import { CobBaseDto } from '../shared/cob-base.dto.js';
import { DevedorDto } from '../shared/devedor.dto.js';
import { ChaveField } from '../shared/identifier-fields.js';
import { RemovalField } from '../shared/removal-field.js';
import { DateField, IntegerField, Must, NestedField, toRecord } from '../validation/index.js';
import { CobVValorDto, CobVValorRevisadoDto } from './cobv-valor.dto.js';

/** Default of `calendario.validadeAposVencimento`, in calendar days. */
export const DEFAULT_VALIDADE = 30;

/**
 * The due date and the time after it in which the charge can be paid (BCB schema
 * `CobDataDeVencimento`).
 */
export class CobDataDeVencimentoDto {
  /** Due date, `YYYY-MM-DD`. */
  @DateField({ describe: 'Data de vencimento.', example: '2020-12-31' })
  dataDeVencimento!: string;

  /** How long the charge can be paid after its due date, in calendar days. Default: 30. */
  @IntegerField({
    describe: 'Dias corridos após o vencimento em que ainda se pode pagar. Padrão 30.',
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
  @NestedField(() => CobDataDeVencimentoDto, { describe: 'Vencimento e validade.' })
  calendario!: CobDataDeVencimentoDto;

  /** The debtor. */
  @NestedField(() => DevedorDto, { describe: 'A quem a cobrança se destina.' })
  devedor!: OneTaxId<DevedorDto>;

  @WithinVencimento()
  @NestedField(() => CobVValorDto, { describe: 'Valor e encargos da cobrança.' })
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

  @NestedField(() => CobDataDeVencimentoDto, { describe: 'Vencimento e validade.', optional: true })
  calendario?: CobDataDeVencimentoDto;

  /** The debtor. */
  @NestedField(() => DevedorDto, { describe: 'A quem a cobrança se destina.', optional: true })
  devedor?: OneTaxId<DevedorDto>;

  @WithinVencimento()
  @NestedField(() => CobVValorRevisadoDto, {
    describe: 'Valor e encargos da cobrança.',
    optional: true,
  })
  valor?: CobVValorRevisadoDto;

  /** The receiver's Pix key, 1 to 77 characters. */
  @ChaveField({ optional: true })
  chave?: string;
}
