import { ParametrosConsultaPixDto } from '../pix/pix.dto.js';
import { ConsultaPorPessoaDto } from '../shared/consulta.dto.js';
import { ChaveField } from '../shared/identifier-fields.js';
import { QueryBooleanField } from '../shared/query-fields.js';
import { TextField } from '../validation/index.js';

/** Filter of Banco do Brasil's own list of received Pix. */
export class BbConsultaPixDto extends ParametrosConsultaPixDto {
  @ChaveField({ optional: true })
  chave?: string;

  @QueryBooleanField({ describe: 'Se o Pix foi contestado.', optional: true })
  contestacaoPresente?: boolean;
}

/** Filter of Banco do Brasil's list of refunds. */
export class BbConsultaDevolucoesDto extends ConsultaPorPessoaDto {
  @TextField({
    describe: 'Estado da devolução.',
    min: 1,
    optional: true,
    example: 'DEVOLVIDO',
  })
  estadoDevolucao?: string;
}
