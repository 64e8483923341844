import { DEFAULT_EXPIRACAO, isValor, isZero } from '../../values/index.js';
import type { OneTaxId } from '../shared/body.js';
import { ChaveField, IspbField, QueryBooleanField, RemovalField } from '../shared/fields.js';
import { CobBaseDto, ConsultaPorPessoaDto, PessoaDto } from '../shared/shared.dto.js';
import type { CobrancaStatus } from '../shared/shared.types.js';
import {
  ChoiceField,
  compose,
  IntegerField,
  Must,
  NestedField,
  RefusedWhen,
  RequiredWhen,
  TextField,
  ValorField,
} from '../validation/fields.js';

/** Filter of a list of immediate charges (BCB schema `ParametrosConsultaCob`). */
export class ParametrosConsultaCobDto extends ConsultaPorPessoaDto {
  /** Whether only charges with (or without) a location are requested. */
  @QueryBooleanField('Se a cobrança tem location.', { optional: true })
  locationPresente?: boolean;

  @TextField('Status da cobrança.', { min: 1, optional: true, example: 'ATIVA' })
  status?: CobrancaStatus;
}

const ModalidadeAlteracaoField = () =>
  IntegerField('Se o pagador pode alterar o valor: 0 não, 1 sim. Padrão 0.', {
    min: 0,
    max: 1,
    optional: true,
    assumed: 0,
  });

/**
 * The common fields of a withdrawal with and without a purchase (BCB schema `CobValor`,
 * `retirada`).
 */
class CobRetiradaParteDto {
  /** Decimal text; zero only if the payer chooses the amount. */
  @Must<CobRetiradaParteDto>(
    'zero',
    'deve ser maior que zero, salvo com modalidadeAlteracao 1',
    (valor, { modalidadeAlteracao }) => !isZero(valor) || modalidadeAlteracao === 1,
  )
  @ValorField('Valor em espécie entregue ao pagador.', { zero: true })
  valor!: string;

  /** 1 lets the payer change the amount. Default: 0. */
  @ModalidadeAlteracaoField()
  modalidadeAlteracao?: number;

  /** ISPB of the participant that provides the withdrawal service. */
  @IspbField({ describe: 'ISPB do facilitador de serviço de saque.' })
  prestadorDoServicoDeSaque!: string;
}

/** Cash withdrawal without a purchase (Pix Saque). */
export class CobSaqueDto extends CobRetiradaParteDto {
  @ChoiceField(['AGTEC', 'AGTOT', 'AGPSS'], 'Modalidade do agente.')
  modalidadeAgente!: 'AGTEC' | 'AGTOT' | 'AGPSS';
}

/** Cash withdrawal in addition to a purchase (Pix Troco). */
export class CobTrocoDto extends CobRetiradaParteDto {
  @ChoiceField(['AGTEC', 'AGTOT'], 'Modalidade do agente.')
  modalidadeAgente!: 'AGTEC' | 'AGTOT';
}

/** Either `saque` or `troco` (BCB schema `CobValor`, `retirada`). */
export class CobRetiradaDto {
  /** Either this or `troco`. */
  @RequiredWhen<CobRetiradaDto>('quando não há troco', ({ troco }) => troco === undefined)
  @NestedField(() => CobSaqueDto, 'Pix Saque.', { optional: true })
  saque?: CobSaqueDto;

  /** Either this or `saque`. */
  @RefusedWhen<CobRetiradaDto>('junto com saque', ({ saque }) => saque !== undefined)
  @NestedField(() => CobTrocoDto, 'Pix Troco.', { optional: true })
  troco?: CobTrocoDto;
}

type Siblings = Readonly<Partial<CobValorRevisadoDto>>;

const hasSaque = ({ retirada }: Siblings) => retirada?.saque !== undefined;

/**
 * Zero is allowed if the payer may change the amount, and required for a withdrawal without a
 * purchase.
 */
const mayBeZero = (siblings: Siblings) =>
  hasSaque(siblings) || (siblings.modalidadeAlteracao === 1 && siblings.retirada === undefined);

const OriginalField = (options: { optional?: boolean }) =>
  compose(
    Must<CobValorRevisadoDto>(
      'saque',
      'deve ser 0.00 quando há saque',
      (original, siblings) => !hasSaque(siblings) || !isValor(original) || isZero(original),
    ),
    Must<CobValorRevisadoDto>(
      'zero',
      'deve ser maior que zero, salvo com saque ou, sem retirada, com modalidadeAlteracao 1',
      (original, siblings) => !isZero(original) || mayBeZero(siblings),
    ),
    ValorField('Valor original da cobrança.', { zero: true, ...options }),
  );

/** Amount of an immediate charge in a revision: only the changed fields (BCB schema `CobValor`). */
export class CobValorRevisadoDto {
  /** Decimal text, `37.00`. Zero with `saque`, or if the payer chooses the amount. */
  @OriginalField({ optional: true })
  original?: string;

  /** 1 lets the payer change the amount. Default: 0. */
  @Must<CobValorRevisadoDto>(
    'retirada',
    'deve ser 0 ou ausente quando há retirada',
    (modalidade, { retirada }) => modalidade !== 1 || retirada === undefined,
  )
  @ModalidadeAlteracaoField()
  modalidadeAlteracao?: number;

  /** Cash withdrawal: makes the charge a Pix Saque or a Pix Troco. */
  @NestedField(() => CobRetiradaDto, 'Saque ou troco em espécie.', { optional: true })
  retirada?: CobRetiradaDto;
}

/**
 * Amount of an immediate charge (BCB schema `CobValor`, with its rules for `saque` and `troco`).
 */
export class CobValorDto extends CobValorRevisadoDto {
  /** Decimal text, `37.00`. Zero with `saque`, or if the payer chooses the amount. */
  @OriginalField({})
  override original!: string;
}

/** How long a charge can be paid (BCB schema `CobExpiracao`). */
export class CobExpiracaoDto {
  /** Seconds from the creation. Default: 86400. */
  @IntegerField('Tempo de vida da cobrança em segundos, a partir da criação. Padrão 86400.', {
    min: 1,
    optional: true,
    assumed: DEFAULT_EXPIRACAO,
    example: 3600,
  })
  expiracao?: number;
}

/** The common fields of a creation and a revision. */
class CobDto extends CobBaseDto {
  /**
   * Optional, because the examples of the specification omit it, although its schema requires it
   * (docs/decisions.md D19).
   */
  @NestedField(() => CobExpiracaoDto, 'Tempo de vida da cobrança.', { optional: true })
  calendario?: CobExpiracaoDto;

  /** The debtor, who need not be the payer. */
  @NestedField(() => PessoaDto, 'A quem a cobrança se destina; não precisa ser quem paga.', {
    optional: true,
  })
  devedor?: OneTaxId<PessoaDto>;
}

/** Body that creates an immediate charge (BCB schema `CobSolicitada`). */
export class CobSolicitadaDto extends CobDto {
  /** Amount and cash withdrawal. */
  @NestedField(() => CobValorDto, 'Valor da cobrança.')
  valor!: CobValorDto;

  /** The receiver's Pix key, 1 to 77 characters. */
  @ChaveField()
  chave!: string;
}

/** Body that revises or removes an immediate charge (BCB schema `CobRevisada`). */
export class CobRevisadaDto extends CobDto {
  /** Removes the charge; must be the only field of the body. */
  @RemovalField()
  status?: 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

  /** Amount and cash withdrawal. */
  @NestedField(() => CobValorRevisadoDto, 'Valor da cobrança.', { optional: true })
  valor?: CobValorRevisadoDto;

  /** The receiver's Pix key, 1 to 77 characters. */
  @ChaveField({ optional: true })
  chave?: string;
}
