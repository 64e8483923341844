import type { OneTaxId } from '../shared/body.js';
import { CobBaseDto } from '../shared/cob-base.dto.js';
import { ChaveField } from '../shared/identifier-fields.js';
import { PessoaDto } from '../shared/pessoa.dto.js';
import { RemovalField } from '../shared/removal-field.js';
import { IntegerField, NestedField } from '../validation/index.js';
import { CobValorDto, CobValorRevisadoDto } from './cob-valor.dto.js';

/** Default of `calendario.expiracao`, in seconds. */
export const DEFAULT_EXPIRACAO = 86_400;

/** How long a charge can be paid (BCB schema `CobExpiracao`). */
export class CobExpiracaoDto {
  /** Seconds from the creation. Default: 86400. */
  @IntegerField({
    describe: 'Tempo de vida da cobrança em segundos, a partir da criação. Padrão 86400.',
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
  @NestedField(() => CobExpiracaoDto, { describe: 'Tempo de vida da cobrança.', optional: true })
  calendario?: CobExpiracaoDto;

  /** The debtor, who need not be the payer. */
  @NestedField(() => PessoaDto, {
    describe: 'A quem a cobrança se destina; não precisa ser quem paga.',
    optional: true,
  })
  devedor?: OneTaxId<PessoaDto>;
}

/** Body that creates an immediate charge (BCB schema `CobSolicitada`). */
export class CobSolicitadaDto extends CobDto {
  /** Amount and cash withdrawal. */
  @NestedField(() => CobValorDto, { describe: 'Valor da cobrança.' })
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
  @NestedField(() => CobValorRevisadoDto, { describe: 'Valor da cobrança.', optional: true })
  valor?: CobValorRevisadoDto;

  /** The receiver's Pix key, 1 to 77 characters. */
  @ChaveField({ optional: true })
  chave?: string;
}
