import type { PixFamily, PixOperation } from '../../contract/operation.js';
import type { ProblemName } from './catalogue.js';

/** Which error types a family answers with, and how the specification prefixes its violations' paths. */
export interface FamilyProblems {
  /** First segment of `propriedade` in a body's violations: `cob` in `cob.valor.original`. */
  readonly root: string;
  readonly naoEncontrado: ProblemName;
  /** A body that breaks the schema or makes no sense in the record's state. */
  readonly operacaoInvalida: ProblemName;
  /** A query or path parameter that breaks the schema. */
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

/** Families whose `ConsultaInvalida` is of their list alone, and not of the look-up of one. */
const OF_LISTS: ReadonlySet<PixFamily> = new Set(['pix', 'webhook']);

/**
 * The same for an operation: payload look-ups, the ones without a scope, have types of their own, and what the
 * specification lists no type for is answered with its general one.
 */
export function problemsOf({ family, scope, method, items }: PixOperation): FamilyProblems {
  const problems = familyProblems[family];
  if (scope === null) {
    const consultaInvalida =
      family === 'rec' ? 'RecPayloadOperacaoInvalida' : 'CobPayloadOperacaoInvalida';
    return { ...problems, consultaInvalida };
  }
  const unlisted = items === undefined && OF_LISTS.has(family);
  return {
    ...problems,
    ...(method === 'DELETE' && { operacaoInvalida: 'RequisicaoInvalida' }),
    ...(unlisted && { consultaInvalida: 'RequisicaoInvalida' }),
  };
}
