import { CobBaseDto } from '../shared/cob-base.dto.js';
import { ChaveField } from '../shared/identifier-fields.js';
import { PessoaDto } from '../shared/pessoa.dto.js';
import { RemovalField } from '../shared/removal-field.js';
import { IntegerField, NestedField } from '../validation/index.js';
import { CobValorDto, CobValorRevisadoDto } from './cob-valor.dto.js';

/** How long a charge lives (BCB schema `CobExpiracao`). */
export class CobExpiracaoDto {
  /** Seconds from the creation. Default 86400. */
  @IntegerField({
    describe: 'Tempo de vida da cobrança em segundos, a partir da criação. Padrão 86400.',
    min: 1,
    optional: true,
    assumed: 86_400,
    example: 3600,
  })
  expiracao?: number;
}

/** What a creation and a revision share. */
class CobDto extends CobBaseDto {
  /** Left out by the specification's own examples, though its schema demands it (docs/decisions.md D19). */
  @NestedField(() => CobExpiracaoDto, { describe: 'Tempo de vida da cobrança.', optional: true })
  calendario?: CobExpiracaoDto;

  /** Whom the charge is for, who need not be who pays. */
  @NestedField(() => PessoaDto, {
    describe: 'A quem a cobrança se destina; não precisa ser quem paga.',
    optional: true,
  })
  devedor?: PessoaDto;
}

/** Body that creates an immediate charge (BCB schema `CobSolicitada`). */
export class CobSolicitadaDto extends CobDto {
  /** Amount, and cash to hand out. */
  @NestedField(() => CobValorDto, { describe: 'Valor da cobrança.' })
  valor!: CobValorDto;

  /** The receiver's Pix key, 1 to 77 characters. */
  @ChaveField()
  chave!: string;
}

/** Body that revises or removes an immediate charge (BCB schema `CobRevisada`). */
export class CobRevisadaDto extends CobDto {
  /** Removes the charge; stands alone in the body. */
  @RemovalField()
  status?: 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

  /** Amount, and cash to hand out. */
  @NestedField(() => CobValorRevisadoDto, { describe: 'Valor da cobrança.', optional: true })
  valor?: CobValorRevisadoDto;

  /** The receiver's Pix key, 1 to 77 characters. */
  @ChaveField({ optional: true })
  chave?: string;
}
