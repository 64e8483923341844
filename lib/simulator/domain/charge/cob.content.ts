import type { CobRevisada, CobSolicitada } from '../../../contract/bodies.types.js';
import type { CobRetiradaParte, CobValor } from '../../../contract/cob/cob.types.js';
import type { Pessoa } from '../../../contract/shared/pessoa.types.js';
import type { CobConteudo } from '../state/cob.record.js';

/** Schema `CobExpiracao`: seconds. */
const EXPIRACAO = 86_400;

/** What a creation asks for, with the specification's defaults; fields that it does not know are dropped. */
export function conteudoOf(body: CobSolicitada): CobConteudo {
  return {
    expiracao: body.calendario?.expiracao ?? EXPIRACAO,
    valor: { ...valorOf(body.valor), original: body.valor.original },
    chave: body.chave,
    status: 'ATIVA',
    ...optionalFields(body),
  };
}

/**
 * What a revision leaves: `calendario` and `valor` change field by field, the other fields as a whole, so that a debtor
 * is never half of one person and half of another.
 */
export function revised(conteudo: CobConteudo, body: CobRevisada): CobConteudo {
  return {
    ...conteudo,
    ...(body.calendario?.expiracao !== undefined && { expiracao: body.calendario.expiracao }),
    ...(body.valor && { valor: { ...conteudo.valor, ...valorOf(body.valor) } }),
    ...(body.chave !== undefined && { chave: body.chave }),
    ...(body.status !== undefined && { status: body.status }),
    ...optionalFields(body),
  };
}

function optionalFields({
  devedor,
  solicitacaoPagador,
  infoAdicionais,
}: CobSolicitada | CobRevisada) {
  return {
    ...(devedor && { devedor: devedorOf(devedor) }),
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    ...(infoAdicionais && {
      infoAdicionais: infoAdicionais.map(({ nome, valor }) => ({ nome, valor })),
    }),
  };
}

/** The check has seen to it that there is exactly one of the two. */
function devedorOf({ cpf, cnpj = '', nome }: NonNullable<CobSolicitada['devedor']>): Pessoa {
  return cpf === undefined ? { cnpj, nome } : { cpf, nome };
}

function valorOf({
  original,
  modalidadeAlteracao,
  retirada,
}: NonNullable<CobRevisada['valor']>): Partial<CobValor> {
  const [saque, troco] = [retirada?.saque, retirada?.troco];
  return {
    ...(original !== undefined && { original }),
    ...(modalidadeAlteracao !== undefined && { modalidadeAlteracao }),
    ...(saque && { retirada: { saque: retiradaOf(saque) } }),
    ...(troco && { retirada: { troco: retiradaOf(troco) } }),
  };
}

function retiradaOf<Agente extends string>(
  retirada: CobRetiradaParte<Agente>,
): CobRetiradaParte<Agente> {
  const { valor, modalidadeAlteracao, modalidadeAgente, prestadorDoServicoDeSaque } = retirada;
  return {
    valor,
    ...(modalidadeAlteracao !== undefined && { modalidadeAlteracao }),
    modalidadeAgente,
    prestadorDoServicoDeSaque,
  };
}
