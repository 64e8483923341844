import { isCalendarDate } from '../../values/calendar-date.js';
import { CobBaseDto } from '../shared/cob-base.dto.js';
import { DevedorDto } from '../shared/devedor.dto.js';
import { ChaveField } from '../shared/identifier-fields.js';
import { RemovalField } from '../shared/removal-field.js';
import { DateField, IntegerField, Must, NestedField, partsOf } from '../validation/index.js';
import { CobVValorDto, CobVValorRevisadoDto } from './cobv-valor.dto.js';

/** Until when a due-date charge may be paid (BCB schema `CobDataDeVencimento`). */
export class CobDataDeVencimentoDto {
  /** `YYYY-MM-DD`; payable until its end. */
  @DateField({ describe: 'Data de vencimento.', example: '2020-12-31' })
  dataDeVencimento!: string;

  /** Days after the due date on which one may still pay. Default 30. */
  @IntegerField({
    describe: 'Dias corridos após o vencimento em que ainda se pode pagar. Padrão 30.',
    min: 0,
    optional: true,
    assumed: 30,
    example: 30,
  })
  validadeAposVencimento?: number;
}

/** No discount runs past the due date. Texts of valid days compare as the days do. */
const WithinVencimento = () =>
  Must<{ calendario: unknown }>(
    'vencimento',
    'não pode ter desconto com data posterior a calendario.dataDeVencimento',
    (valor, { calendario }) => {
      const { dataDeVencimento } = partsOf(calendario);
      const { descontoDataFixa } = partsOf(partsOf(valor).desconto);
      if (!isCalendarDate(dataDeVencimento) || !Array.isArray(descontoDataFixa)) return true;
      return descontoDataFixa.every((item) => {
        const { data } = partsOf(item);
        return !isCalendarDate(data) || data <= dataDeVencimento;
      });
    },
  );

/** Body that creates a due-date charge (BCB schema `CobVSolicitada`). */
export class CobVSolicitadaDto extends CobBaseDto {
  @NestedField(() => CobDataDeVencimentoDto, { describe: 'Vencimento e validade.' })
  calendario!: CobDataDeVencimentoDto;

  /** Whom the charge is for. */
  @NestedField(() => DevedorDto, { describe: 'A quem a cobrança se destina.' })
  devedor!: DevedorDto;

  @WithinVencimento()
  @NestedField(() => CobVValorDto, { describe: 'Valor e encargos da cobrança.' })
  valor!: CobVValorDto;

  /** The receiver's Pix key, 1 to 77 characters. */
  @ChaveField()
  chave!: string;
}

/** Body that revises or removes a due-date charge (BCB schema `CobVRevisada`). */
export class CobVRevisadaDto extends CobBaseDto {
  /** Removes the charge; stands alone in the body. */
  @RemovalField()
  status?: 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

  @NestedField(() => CobDataDeVencimentoDto, { describe: 'Vencimento e validade.', optional: true })
  calendario?: CobDataDeVencimentoDto;

  /** Whom the charge is for. */
  @NestedField(() => DevedorDto, { describe: 'A quem a cobrança se destina.', optional: true })
  devedor?: DevedorDto;

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
