import { IntegerField, NestedField } from '../validation/index.js';
import { CobBaseDto } from '../shared/cob-base.dto.js';
import { ChaveField } from '../shared/identifier-fields.js';
import { PessoaDto } from '../shared/pessoa.dto.js';
import { RemovalField } from '../shared/removal-field.js';
import { CobValorDto, CobValorRevisadoDto } from './cob-valor.dto.js';

/** How long a charge lives (BCB schema `CobExpiracao`). */
export class CobExpiracaoDto {
  @IntegerField({
    describe: 'Tempo de vida da cobrança em segundos, a partir da criação. Padrão 86400.',
    min: 1,
    optional: true,
    example: 3600,
  })
  expiracao?: number;
}

/** What a creation and a revision share. */
class CobDto extends CobBaseDto {
  /** Left out by the specification's own examples, though its schema demands it (decisions.md). */
  @NestedField(() => CobExpiracaoDto, { describe: 'Tempo de vida da cobrança.', optional: true })
  calendario?: CobExpiracaoDto;

  @NestedField(() => PessoaDto, {
    describe: 'A quem a cobrança se destina; não precisa ser quem paga.',
    optional: true,
  })
  devedor?: PessoaDto;
}

/** Body that creates an immediate charge (BCB schema `CobSolicitada`). */
export class CobSolicitadaDto extends CobDto {
  @NestedField(() => CobValorDto, { describe: 'Valor da cobrança.' })
  valor!: CobValorDto;

  @ChaveField()
  chave!: string;
}

/** Body that revises or removes an immediate charge (BCB schema `CobRevisada`). */
export class CobRevisadaDto extends CobDto {
  @RemovalField()
  status?: 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

  @NestedField(() => CobValorRevisadoDto, { describe: 'Valor da cobrança.', optional: true })
  valor?: CobValorRevisadoDto;

  @ChaveField({ optional: true })
  chave?: string;
}
