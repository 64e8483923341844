/** Limits and defaults of the specification that are not patterns. */

/** Time within which a received Pix can be refunded, in days (docs/interface.md#limits). */
export const REFUND_DAYS = 90;

/** The longest Pix key, in characters (field `chave` of the BCB schemas). */
export const MAX_KEY_LENGTH = 77;

/**
 * The longest free text of a charge, a payment or a refund, in characters (`solicitacaoPagador`, `infoPagador`,
 * `descricao` and `motivo` of the BCB schemas).
 */
export const MAX_TEXT_LENGTH = 140;

/** Default number of items in a page of a list (parameter `itensPorPagina`). */
export const DEFAULT_PAGE_SIZE = 100;

/** Default of `calendario.expiracao` of an immediate charge, in seconds. */
export const DEFAULT_EXPIRACAO = 86_400;

/** Default of `calendario.validadeAposVencimento` of a due-date charge, in calendar days. */
export const DEFAULT_VALIDADE = 30;
