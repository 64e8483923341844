import type { CobVRevisada, CobVSolicitada } from '../../../contract/bodies.types.js';
import type {
  CobVDesconto,
  CobVEncargo,
  CobVValor,
  Devedor,
} from '../../../contract/cobv/cobv.types.js';
import type { CobVConteudo } from '../state/cobv.record.js';

/** Schema `CobDataDeVencimento`: days. */
const VALIDADE = 30;

/** What a creation asks for, with the specification's defaults; fields that it does not know are dropped. */
export function conteudoOf(body: CobVSolicitada): CobVConteudo {
  const { calendario, devedor, valor, chave } = body;
  return {
    dataDeVencimento: calendario.dataDeVencimento,
    validadeAposVencimento: calendario.validadeAposVencimento ?? VALIDADE,
    devedor: devedorOf(devedor),
    valor: { original: valor.original, ...encargosOf(valor) },
    chave,
    status: 'ATIVA',
    ...textsOf(body),
  };
}

/** What a revision leaves: `calendario` and `valor` change field by field, the other fields as a whole. */
export function revised(conteudo: CobVConteudo, body: CobVRevisada): CobVConteudo {
  const { calendario, devedor, valor, chave, status } = body;
  return {
    ...conteudo,
    ...(calendario && { dataDeVencimento: calendario.dataDeVencimento }),
    ...(calendario?.validadeAposVencimento !== undefined && {
      validadeAposVencimento: calendario.validadeAposVencimento,
    }),
    ...(devedor && { devedor: devedorOf(devedor) }),
    ...(valor && {
      valor: {
        ...conteudo.valor,
        ...(valor.original !== undefined && { original: valor.original }),
        ...encargosOf(valor),
      },
    }),
    ...(chave !== undefined && { chave }),
    ...(status !== undefined && { status }),
    ...textsOf(body),
  };
}

function textsOf({ solicitacaoPagador, infoAdicionais }: CobVRevisada) {
  return {
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    ...(infoAdicionais && {
      infoAdicionais: infoAdicionais.map(({ nome, valor }) => ({ nome, valor })),
    }),
  };
}

/** The check has seen to it that there is exactly one of CPF and CNPJ. */
function devedorOf(devedor: NonNullable<CobVRevisada['devedor']>): Devedor {
  const { cpf, cnpj = '', nome, email, logradouro, cidade, uf, cep } = devedor;
  return {
    ...(cpf === undefined ? { cnpj } : { cpf }),
    nome,
    ...(email !== undefined && { email }),
    ...(logradouro !== undefined && { logradouro }),
    ...(cidade !== undefined && { cidade }),
    ...(uf !== undefined && { uf }),
    ...(cep !== undefined && { cep }),
  };
}

function encargosOf(valor: NonNullable<CobVRevisada['valor']>): Partial<CobVValor> {
  const { multa, juros, abatimento, desconto } = valor;
  return {
    ...(multa && { multa: encargoOf(multa) }),
    ...(juros && { juros: encargoOf(juros) }),
    ...(abatimento && { abatimento: encargoOf(abatimento) }),
    ...(desconto && { desconto: descontoOf(desconto) }),
  };
}

/** A `modalidade` may come as text; it is shown as the number that its schema demands. */
function encargoOf({ modalidade, valorPerc }: CobVEncargo): CobVEncargo {
  return { modalidade: Number(modalidade), valorPerc };
}

function descontoOf({
  modalidade,
  valorPerc,
  descontoDataFixa,
}: NonNullable<NonNullable<CobVRevisada['valor']>['desconto']>): CobVDesconto {
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
