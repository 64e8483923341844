export {
  PixAcessoNegadoException,
  PixAPIException,
  PixConexaoException,
  PixConflitoException,
  PixErroDesconhecidoException,
  PixErroServicoIndisponivelException,
  PixErroServidorException,
  PixErroTransporteException,
  PixErroValidacaoException,
  PixNaoAutorizadoException,
  type PixErrorContext,
  type PixProblem,
  type PixViolacao,
  PixRecursoNaoEncontradoException,
  PixRespostaInvalidaError,
  PixTimeoutException,
} from './pix-api.exceptions.js';
export * from './general.errors.js';
export * from './guards.js';
