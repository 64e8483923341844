/** The constant parts of an error type. */
export interface ProblemType {
  readonly status: number;
  readonly title: string;
  /** Default `detail` of an occurrence. */
  readonly detail: string;
}

/** Prefix of the `type` URIs of the Pix API (specification, "Tratamento de erros"). */
export const PROBLEM_BASE = 'https://pix.bcb.gov.br/api/v2/error/';

function naoEncontrado(detail: string): ProblemType {
  return { status: 404, title: 'Não Encontrado', detail };
}

function operacaoInvalida(title: string, detail: string): ProblemType {
  return { status: 400, title, detail };
}

function consultaInvalida(entity: string): ProblemType {
  return {
    status: 400,
    title: 'Consulta inválida.',
    detail: `Os parâmetros da consulta de ${entity} não respeitam o formato ou não fazem sentido.`,
  };
}

/** Every error type that the specification lists, by name. */
const specified = {
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

  RecNaoEncontrada: naoEncontrado('Não há recorrência com o idRec informado.'),
  RecOperacaoInvalida: operacaoInvalida(
    'Recorrência inválida.',
    'A criação ou revisão da recorrência não respeita o formato ou não faz sentido no estado atual.',
  ),
  RecConsultaInvalida: consultaInvalida('recorrências'),

  SolicRecNaoEncontrada: naoEncontrado(
    'Não há solicitação de recorrência com o idSolicRec informado.',
  ),
  SolicRecOperacaoInvalida: operacaoInvalida(
    'Solicitação de recorrência inválida.',
    'A criação ou revisão da solicitação não respeita o formato ou não faz sentido no estado atual.',
  ),

  CobRNaoEncontrado: naoEncontrado('Não há cobrança recorrente com o txid informado.'),
  CobROperacaoInvalida: operacaoInvalida(
    'Cobrança recorrente inválida.',
    'A criação ou revisão da cobrança recorrente não respeita o formato ou não faz sentido no estado atual.',
  ),
  CobRConsultaInvalida: consultaInvalida('cobranças recorrentes'),

  CobNaoEncontrado: naoEncontrado('Não há cobrança imediata com o txid informado.'),
  CobOperacaoInvalida: operacaoInvalida(
    'Cobrança inválida.',
    'A criação ou revisão da cobrança imediata não respeita o formato ou não faz sentido no estado atual.',
  ),
  CobConsultaInvalida: consultaInvalida('cobranças imediatas'),

  CobVNaoEncontrada: naoEncontrado('Não há cobrança com vencimento com o txid informado.'),
  CobVOperacaoInvalida: operacaoInvalida(
    'Cobrança inválida.',
    'A criação ou revisão da cobrança com vencimento não respeita o formato ou não faz sentido no estado atual.',
  ),
  CobVConsultaInvalida: consultaInvalida('cobranças com vencimento'),

  LoteCobVNaoEncontrado: naoEncontrado('Não há lote com o id informado.'),
  LoteCobVOperacaoInvalida: operacaoInvalida(
    'Lote inválido.',
    'A criação ou alteração do lote não respeita o formato ou não faz sentido no estado atual.',
  ),
  LoteCobVConsultaInvalida: consultaInvalida('lotes de cobranças com vencimento'),

  PayloadLocationNaoEncontrado: naoEncontrado('Não há location com o id informado.'),
  PayloadLocationOperacaoInvalida: operacaoInvalida(
    'Location inválida.',
    'A criação da location não respeita o formato.',
  ),
  PayloadLocationConsultaInvalida: consultaInvalida('locations'),
  PayloadLocationRecNaoEncontrado: naoEncontrado(
    'Não há location de recorrência com o id informado.',
  ),
  PayloadLocationRecConsultaInvalida: consultaInvalida('locations de recorrências'),

  PixNaoEncontrado: naoEncontrado('Não há Pix com o e2eid informado.'),
  PixDevolucaoNaoEncontrada: naoEncontrado('Não há devolução com este id para o e2eid informado.'),
  PixConsultaInvalida: consultaInvalida('Pix recebidos'),
  PixDevolucaoInvalida: operacaoInvalida(
    'Devolução inválida.',
    'A solicitação de devolução não respeita o formato ou não faz sentido no estado atual.',
  ),

  WebhookOperacaoInvalida: operacaoInvalida(
    'Webhook inválido.',
    'A configuração do webhook não respeita o formato ou não faz sentido.',
  ),
  WebhookNaoEncontrado: naoEncontrado('Não há webhook para a chave informada.'),
  WebhookConsultaInvalida: consultaInvalida('webhooks'),
  WebhookRecOperacaoInvalida: operacaoInvalida(
    'Webhook inválido.',
    'A configuração do webhook de recorrências não respeita o formato.',
  ),
  WebhookRecConsultaInvalida: consultaInvalida('webhooks de recorrências'),
  WebhookCobROperacaoInvalida: operacaoInvalida(
    'Webhook inválido.',
    'A configuração do webhook de cobranças recorrentes não respeita o formato.',
  ),
  WebhookCobRConsultaInvalida: consultaInvalida('webhooks de cobranças recorrentes'),
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
export type ProblemName = keyof typeof specified | keyof typeof unspecified;

export const problemTypes: Readonly<Record<ProblemName, ProblemType>> = {
  ...specified,
  ...unspecified,
};
