import { ChoiceField, Must, compose } from '../validation/index.js';

const REMOVAL = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

/** Fields that a revision of a charge may change. */
const CHANGES = [
  'calendario',
  'devedor',
  'loc',
  'valor',
  'chave',
  'solicitacaoPagador',
  'infoAdicionais',
];

/**
 * Declares the only status that a revision of a charge may write (docs/interface.md#states). It
 * must be the only field: changes sent with a removal would be lost (BCB, violations of
 * `CobOperacaoInvalida` and `CobVOperacaoInvalida`). Fields that the specification does not define
 * are allowed.
 */
export const RemovalField = () =>
  compose(
    Must<Record<string, unknown>>(
      'remocao',
      'não pode ser enviado junto com outras alterações',
      (status, siblings) =>
        status !== REMOVAL || CHANGES.every((field) => siblings[field] === undefined),
    ),
    ChoiceField([REMOVAL], {
      describe: 'Remove a cobrança; vai sozinho no corpo.',
      optional: true,
    }),
  );
