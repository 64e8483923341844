import type { CobVDesconto, CobVEncargo, CobVValor, Devedor, Plain } from 'nestjs-pix';
import type { CobVRevisadaDto, CobVSolicitadaDto } from 'nestjs-pix/dto';
import { DEFAULT_VALIDADE } from 'nestjs-pix/spec';
import type { CobVConteudo } from '../../families/cobv/cobv.record.js';
import { toContact, toPessoa } from '../../families/shared/debtor.js';
import type { Frozen } from '../../kernel/draft.js';

/**
 * Converts the body of a creation to the content of a charge, with the specification's defaults. Unknown fields are
 * dropped.
 */
export function toCobVConteudo(body: Frozen<Plain<CobVSolicitadaDto>>): CobVConteudo {
  const { calendario, devedor, valor, chave } = body;
  return {
    dataDeVencimento: calendario.dataDeVencimento,
    validadeAposVencimento: calendario.validadeAposVencimento ?? DEFAULT_VALIDADE,
    devedor: toDevedor(devedor),
    valor: { original: valor.original, ...toEncargos(valor) },
    chave,
    status: 'ATIVA',
    ...toTexts(body),
  };
}

/**
 * Returns the content after a revision. `calendario` and `valor` are merged field by field, the other fields replaced.
 */
export function applyCobVRevision(
  conteudo: CobVConteudo,
  body: Frozen<Plain<CobVRevisadaDto>>,
): CobVConteudo {
  const { calendario, devedor, valor, chave, status } = body;
  return {
    ...conteudo,
    ...(calendario && { dataDeVencimento: calendario.dataDeVencimento }),
    ...(calendario?.validadeAposVencimento !== undefined && {
      validadeAposVencimento: calendario.validadeAposVencimento,
    }),
    ...(devedor && { devedor: toDevedor(devedor) }),
    ...(valor && {
      valor: {
        ...conteudo.valor,
        ...(valor.original !== undefined && { original: valor.original }),
        ...toEncargos(valor),
      },
    }),
    ...(chave !== undefined && { chave }),
    ...(status !== undefined && { status }),
    ...toTexts(body),
  };
}

function toTexts({ solicitacaoPagador, infoAdicionais }: Frozen<Plain<CobVRevisadaDto>>) {
  return {
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    ...(infoAdicionais && {
      infoAdicionais: infoAdicionais.map(({ nome, valor }) => ({ nome, valor })),
    }),
  };
}

function toDevedor(devedor: Frozen<NonNullable<Plain<CobVRevisadaDto>['devedor']>>): Devedor {
  return { ...toPessoa(devedor), ...toContact(devedor) };
}

function toEncargos(
  valor: Frozen<NonNullable<Plain<CobVRevisadaDto>['valor']>>,
): Partial<CobVValor> {
  const { multa, juros, abatimento, desconto } = valor;
  return {
    ...(multa && { multa: toEncargo(multa) }),
    ...(juros && { juros: toEncargo(juros) }),
    ...(abatimento && { abatimento: toEncargo(abatimento) }),
    ...(desconto && { desconto: toDesconto(desconto) }),
  };
}

/** A `modalidade` may be sent as text. It is stored as a number, as the schema requires. */
function toEncargo({ modalidade, valorPerc }: CobVEncargo): CobVEncargo {
  return { modalidade: Number(modalidade), valorPerc };
}

function toDesconto({
  modalidade,
  valorPerc,
  descontoDataFixa,
}: Frozen<NonNullable<NonNullable<Plain<CobVRevisadaDto>['valor']>['desconto']>>): CobVDesconto {
  return {
    modalidade: Number(modalidade),
    ...(valorPerc !== undefined && { valorPerc }),
    ...(descontoDataFixa && {
      descontoDataFixa: descontoDataFixa.map(({ data, valorPerc: perc }) => ({
        data,
        valorPerc: perc,
      })),
    }),
  };
}
