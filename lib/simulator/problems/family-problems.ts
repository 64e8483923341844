import type { PixFamily, PixOperation } from '../../contract/operation.js';
import type { ProblemName } from './catalogue.js';

/** Error types of a family, and the prefix of the paths in its violations. */
export interface FamilyProblems {
  /** First segment of `propriedade` in violations of a body: `cob` in `cob.valor.original`. */
  readonly root: string;
  readonly naoEncontrado: ProblemName;
  /** For a body that violates the schema, or is not valid in the record's state. */
  readonly operacaoInvalida: ProblemName;
  /** For a query or path parameter that violates the schema. */
  readonly consultaInvalida: ProblemName;
}

export const familyProblems: Readonly<Record<PixFamily, FamilyProblems>> = {
  cob: {
    root: 'cob',
    naoEncontrado: 'CobNaoEncontrado',
    operacaoInvalida: 'CobOperacaoInvalida',
    consultaInvalida: 'CobConsultaInvalida',
  },
  cobv: {
    root: 'cobv',
    naoEncontrado: 'CobVNaoEncontrada',
    operacaoInvalida: 'CobVOperacaoInvalida',
    consultaInvalida: 'CobVConsultaInvalida',
  },
  lotecobv: {
    root: 'loteCobV',
    naoEncontrado: 'LoteCobVNaoEncontrado',
    operacaoInvalida: 'LoteCobVOperacaoInvalida',
    consultaInvalida: 'LoteCobVConsultaInvalida',
  },
  loc: {
    root: 'loc',
    naoEncontrado: 'PayloadLocationNaoEncontrado',
    operacaoInvalida: 'PayloadLocationOperacaoInvalida',
    consultaInvalida: 'PayloadLocationConsultaInvalida',
  },
  locrec: {
    root: 'locrec',
    naoEncontrado: 'PayloadLocationRecNaoEncontrado',
    operacaoInvalida: 'RequisicaoInvalida',
    consultaInvalida: 'PayloadLocationRecConsultaInvalida',
  },
  pix: {
    root: 'devolucao',
    naoEncontrado: 'PixNaoEncontrado',
    operacaoInvalida: 'PixDevolucaoInvalida',
    consultaInvalida: 'PixConsultaInvalida',
  },
  webhook: {
    root: 'webhook',
    naoEncontrado: 'WebhookNaoEncontrado',
    operacaoInvalida: 'WebhookOperacaoInvalida',
    consultaInvalida: 'WebhookConsultaInvalida',
  },
  rec: {
    root: 'rec',
    naoEncontrado: 'RecNaoEncontrada',
    operacaoInvalida: 'RecOperacaoInvalida',
    consultaInvalida: 'RecConsultaInvalida',
  },
  solicrec: {
    root: 'solicrec',
    naoEncontrado: 'SolicRecNaoEncontrada',
    operacaoInvalida: 'SolicRecOperacaoInvalida',
    consultaInvalida: 'RequisicaoInvalida',
  },
  cobr: {
    root: 'cobr',
    naoEncontrado: 'CobRNaoEncontrado',
    operacaoInvalida: 'CobROperacaoInvalida',
    consultaInvalida: 'CobRConsultaInvalida',
  },
  webhookcobr: {
    root: '',
    naoEncontrado: 'NaoEncontrado',
    operacaoInvalida: 'WebhookCobROperacaoInvalida',
    consultaInvalida: 'WebhookCobRConsultaInvalida',
  },
  webhookrec: {
    root: '',
    naoEncontrado: 'NaoEncontrado',
    operacaoInvalida: 'WebhookRecOperacaoInvalida',
    consultaInvalida: 'WebhookRecConsultaInvalida',
  },
};

/** Families whose `ConsultaInvalida` applies only to their list, not to the look-up of one record. */
const LIST_ONLY: ReadonlySet<PixFamily> = new Set(['pix', 'webhook']);

/**
 * Resolves the error types of an operation. Payload look-ups (operations without a scope) have their own types. Where
 * the specification lists no type, the general type `RequisicaoInvalida` applies.
 */
export function resolveProblems({ family, scope, method, items }: PixOperation): FamilyProblems {
  const problems = familyProblems[family];
  if (scope === null) {
    const consultaInvalida =
      family === 'rec' ? 'RecPayloadOperacaoInvalida' : 'CobPayloadOperacaoInvalida';
    return { ...problems, consultaInvalida };
  }
  const usesGeneralType = items === undefined && LIST_ONLY.has(family);
  return {
    ...problems,
    ...(method === 'DELETE' && { operacaoInvalida: 'RequisicaoInvalida' }),
    ...(usesGeneralType && { consultaInvalida: 'RequisicaoInvalida' }),
  };
}
