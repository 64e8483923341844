import { familyProblemTypes, type FamilyProblemName } from '../families/families.js';
import { naoEncontrado, operacaoInvalida, type ProblemType } from '../families/problem-type.js';

/** Prefix of the `type` URIs of the Pix API (specification, "Tratamento de erros"). */
export const PROBLEM_BASE = 'https://pix.bcb.gov.br/api/v2/error/';

/** The error types that the specification lists outside of the resource families, by name. */
const general = {
  RequisicaoInvalida: {
    status: 400,
    title: 'Requisição inválida.',
    detail: 'A requisição não pôde ser entendida.',
  },
  AcessoNegado: {
    status: 403,
    title: 'Acesso Negado',
    detail: 'O participante está autenticado, mas não tem autorização para esta operação.',
  },
  NaoEncontrado: naoEncontrado('Não há recurso neste endereço.'),
  PermanentementeRemovido: {
    status: 410,
    title: 'Permanentemente Removido',
    detail: 'A entidade existiu e foi removida de vez.',
  },
  ErroInternoDoServidor: {
    status: 500,
    title: 'Erro Interno do Servidor',
    detail: 'Ocorreu um erro inesperado ao processar a requisição.',
  },
  ServicoIndisponivel: {
    status: 503,
    title: 'Serviço Indisponível',
    detail: 'O serviço não está disponível no momento.',
  },
  IndisponibilidadePorTempoEsgotado: {
    status: 504,
    title: 'Tempo Esgotado',
    detail: 'O serviço não respondeu no tempo esperado.',
  },
  CobPayloadNaoEncontrado: naoEncontrado('A location não apresenta uma cobrança.'),
  CobPayloadOperacaoInvalida: operacaoInvalida(
    'Requisição inválida.',
    'A cobrança existe, mas os parâmetros da recuperação não são válidos.',
  ),
  RecPayloadNaoEncontrado: naoEncontrado('A location não apresenta uma recorrência.'),
  RecPayloadOperacaoInvalida: operacaoInvalida(
    'Requisição inválida.',
    'A recorrência da location está expirada, rejeitada ou cancelada.',
  ),
} as const satisfies Record<string, ProblemType>;

/** Error types that a provider needs and the specification does not define. */
const unspecified = {
  NaoAutorizado: {
    status: 401,
    title: 'Não Autorizado',
    detail: 'O token de acesso está ausente, expirado ou não é válido.',
  },
  MetodoNaoPermitido: {
    status: 405,
    title: 'Método Não Permitido',
    detail: 'O recurso existe, mas não aceita este método.',
  },
  CorpoGrandeDemais: {
    status: 413,
    title: 'Corpo Grande Demais',
    detail: 'O corpo da requisição passa do tamanho aceito.',
  },
  TipoDeMidiaNaoAceito: {
    status: 415,
    title: 'Tipo de Mídia Não Aceito',
    detail: 'O corpo da requisição deve ser application/json.',
  },
  OperacaoNaoSimulada: {
    status: 501,
    title: 'Operação Não Simulada',
    detail: 'A operação existe na API Pix, mas o simulador ainda não a oferece.',
  },
  PagamentoRecusado: {
    status: 409,
    title: 'Pagamento Recusado',
    detail: 'A cobrança não pode ser paga no estado atual.',
  },
  AutorizacaoRecusada: {
    status: 409,
    title: 'Autorização Recusada',
    detail: 'A recorrência não pode ser autorizada, rejeitada ou cancelada no estado atual.',
  },
} as const satisfies Record<string, ProblemType>;

/** Name of an error type: the last segment of its `type` URI. */
export type ProblemName = keyof typeof general | FamilyProblemName | keyof typeof unspecified;

export const problemTypes: Readonly<Record<ProblemName, ProblemType>> = {
  ...general,
  ...familyProblemTypes,
  ...unspecified,
};
