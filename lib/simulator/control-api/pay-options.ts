import type { PayOptions } from '../domain/payment/pay.options.js';
import { defined, Fields } from './fields.js';

/**
 * How a payer pays, from a body.
 *
 * @throws SimulatorProblem `RequisicaoInvalida`
 */
export function payOptionsOf(body: Readonly<Record<string, unknown>>): PayOptions {
  const fields = new Fields(body);
  const options = readPayOptions(fields, body);
  fields.check();
  return options;
}

/** The same for a body that has more fields, which are checked together. */
export function readPayOptions(
  fields: Fields,
  body: Readonly<Record<string, unknown>>,
): PayOptions {
  const { pagador } = body;
  if (pagador !== undefined && !isPessoa(pagador)) fields.refuse('pagador', 'deve ter cpf ou cnpj');
  return defined<PayOptions>({
    valor: fields.text('valor'),
    infoPagador: fields.text('infoPagador'),
    force: fields.boolean('force'),
    pagador: pagador as PayOptions['pagador'],
  });
}

function isPessoa(value: unknown): boolean {
  const { cpf, cnpj } = (value ?? {}) as { cpf?: unknown; cnpj?: unknown };
  return (typeof cpf === 'string') !== (typeof cnpj === 'string');
}
