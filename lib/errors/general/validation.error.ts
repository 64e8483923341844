import { brand } from '../brand.js';
import { redactRecord } from '../redact-value.js';
import { redact } from '../redact.js';
import { PIXError, type PIXErrorOptions } from './pix.error.js';

/** One refused field. */
export interface ValidationViolacao {
  /** Path of the field: `devedor.cpf`. */
  propriedade: string;
  /** The rule that it breaks. */
  razao: string;
}

export interface ValidationErrorOptions extends PIXErrorOptions {
  /** Path of the first refused field. Default: that of the first violation. */
  field?: string | undefined;
  /** All refused fields. Default: `field`, with the message as reason. */
  violacoes?: readonly ValidationViolacao[] | undefined;
}

/** A body, parameter or text was refused before anything was sent. */
export class ValidationError extends PIXError {
  static {
    brand(this, 'ValidationError', 'PIX_VALIDATION');
  }

  /** Path of the first refused field. */
  readonly field: string | undefined;
  /** All refused fields with their reasons. */
  readonly violacoes: readonly ValidationViolacao[];

  constructor(message: string, options: ValidationErrorOptions = {}) {
    super(message, options);
    const { field, violacoes } = options;
    // The name of an unknown field can be any text.
    const first = field ?? violacoes?.[0]?.propriedade;
    this.field = first === undefined ? undefined : redact(first);
    this.violacoes =
      violacoes?.map((violacao) => redactRecord(violacao)) ??
      (this.field === undefined ? [] : [{ propriedade: this.field, razao: this.message }]);
  }
}
