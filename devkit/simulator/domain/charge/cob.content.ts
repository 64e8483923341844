import type { CobRetiradaParte, CobValor, Plain } from 'nestjs-pix';
import type { CobRevisadaDto, CobSolicitadaDto } from 'nestjs-pix/dto';
import { DEFAULT_EXPIRACAO } from 'nestjs-pix/spec';
import type { CobConteudo } from '../../families/cob/cob.record.js';
import { toPessoa } from '../../families/shared/debtor.js';

/**
 * Converts the body of a creation to the content of a charge, with the specification's defaults. Unknown fields are
 * dropped.
 */
export function toCobConteudo(body: Plain<CobSolicitadaDto>): CobConteudo {
  return {
    expiracao: body.calendario?.expiracao ?? DEFAULT_EXPIRACAO,
    valor: { ...toValor(body.valor), original: body.valor.original },
    chave: body.chave,
    status: 'ATIVA',
    ...optionalFields(body),
  };
}

/**
 * Returns the content after a revision. `calendario` and `valor` are merged field by field. The other fields are
 * replaced as a whole, so that a debtor never has fields of two persons.
 */
export function applyCobRevision(conteudo: CobConteudo, body: Plain<CobRevisadaDto>): CobConteudo {
  return {
    ...conteudo,
    ...(body.calendario?.expiracao !== undefined && { expiracao: body.calendario.expiracao }),
    ...(body.valor && { valor: { ...conteudo.valor, ...toValor(body.valor) } }),
    ...(body.chave !== undefined && { chave: body.chave }),
    ...(body.status !== undefined && { status: body.status }),
    ...optionalFields(body),
  };
}

function optionalFields({
  devedor,
  solicitacaoPagador,
  infoAdicionais,
}: Plain<CobSolicitadaDto> | Plain<CobRevisadaDto>) {
  return {
    ...(devedor && { devedor: toPessoa(devedor) }),
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    ...(infoAdicionais && {
      infoAdicionais: infoAdicionais.map(({ nome, valor }) => ({ nome, valor })),
    }),
  };
}

function toValor({
  original,
  modalidadeAlteracao,
  retirada,
}: NonNullable<Plain<CobRevisadaDto>['valor']>): Partial<CobValor> {
  const [saque, troco] = [retirada?.saque, retirada?.troco];
  return {
    ...(original !== undefined && { original }),
    ...(modalidadeAlteracao !== undefined && { modalidadeAlteracao }),
    ...(saque && { retirada: { saque: toRetirada(saque) } }),
    ...(troco && { retirada: { troco: toRetirada(troco) } }),
  };
}

function toRetirada<Agente extends string>(
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
