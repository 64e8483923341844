import {
  formatValor,
  generateEndToEndId,
  parseValor,
  type CobRetiradaParte,
  type CobValor,
  type PixComponente,
  type PixComponenteEmEspecie,
  type PixComponentesValor,
} from 'nestjs-pix';
import { MAX_TEXT_LENGTH, PIX_TXID, PIX_TXID_RULE, VALOR } from 'nestjs-pix/spec';
import {
  CobRecord,
  setStatus,
  type CobVConteudo,
  type Pagador,
  type PayableRecord,
  type PixRecord,
} from '../../families/charges.js';
import { findTooLong, refuse, SimulatorProblem, violationIf } from '../../families/problems.js';
import { toDay } from '../../kernel/calendar.js';
import type { Frozen } from '../../kernel/records.js';
import { notifyPix } from '../notifications.js';
import type { SimulatorState } from '../state.js';
import { calculateOnDay } from '../valor.js';

/** Pays a charge, which becomes CONCLUIDA. @throws SimulatorProblem */
export function payCharge(
  state: SimulatorState,
  charge: PayableRecord,
  options: PayOptions = {},
): PixRecord {
  checkPayOptions(options);
  const now = state.clock.now();
  if (!options.force) checkPayable(charge, now);
  const { txid, conteudo } = charge;
  const { chave, devedor } = conteudo;
  const amount = resolveAmount(charge, toDay(now), options);
  // The charge is CONCLUIDA before the webhook is notified, so that a receiver that reads it finds it paid.
  if (conteudo.status === 'ATIVA') {
    state.updateCharge(charge, (draft) => {
      setStatus(draft, 'CONCLUIDA');
    });
  }
  const received = { txid, ...amount, chave, ...(devedor && { pagador: devedor as Pagador }) };
  const pix = receivePix(state, received, options);
  state.updateCharge(charge, (draft) => {
    draft.pix.push(pix);
  });
  return pix;
}

function checkPayable(charge: PayableRecord, now: number): void {
  const { status } = charge.conteudo;
  if (status !== 'ATIVA') {
    throw new SimulatorProblem('PagamentoRecusado', `A cobrança está ${status}.`);
  }
  if (charge.isExpired(now)) throw new SimulatorProblem('PagamentoRecusado', 'A cobrança expirou.');
}

/**
 * Pays to a key, without a charge.
 * @throws SimulatorProblem `PagamentoRecusado`, `RequisicaoInvalida`
 */
export function payKey(state: SimulatorState, chave: string, options: PayKeyOptions): PixRecord {
  const { chaves } = state.settings;
  checkPayOptions(options);
  if (chaves !== 'any' && !chaves.has(chave)) {
    throw new SimulatorProblem(
      'PagamentoRecusado',
      'A chave não pertence a este usuário recebedor.',
    );
  }
  const { valor, txid } = options;
  const componentesValor = { original: { valor } };
  const received = { ...(txid !== undefined && { txid }), valor, componentesValor, chave };
  return receivePix(state, received, options);
}

/** How a payer pays. */
export interface PayOptions {
  /**
   * Amount as decimal text. Default: the amount of the charge at the time of the simulator's clock. The payer can
   * choose another amount only if the charge allows it (`modalidadeAlteracao` 1).
   */
  valor?: string;
  /** Message of the payer, at most 140 characters. Default: none. */
  infoPagador?: string;
  /** The payer. `GET /pix` can filter by `cpf` or `cnpj`. Default: the debtor of the charge, if it has one. */
  pagador?: Pagador;
  /**
   * Pays even if a payer's application would refuse: another amount, a charge that has expired, is paid or removed, or
   * a recurring charge that has no attempt yet. Use it to test how the receiver handles such payments. Default:
   * `false`.
   */
  force?: boolean;
}

/** How a payer pays to a key, without a charge. */
export interface PayKeyOptions extends Omit<PayOptions, 'force'> {
  /** Amount as decimal text. */
  valor: string;
  /** Txid of a static code: 1 to 25 letters or digits. Default: none, the Pix has no txid. */
  txid?: string;
}

/** @throws SimulatorProblem `RequisicaoInvalida` with a violation for each invalid option */
function checkPayOptions({
  valor,
  infoPagador,
  txid,
}: Partial<Omit<PayKeyOptions, 'pagador'>>): void {
  const isAmount = valor === undefined || (VALOR.test(valor) && parseValor(valor) > 0n);
  refuse('RequisicaoInvalida', [
    ...violationIf(!isAmount, 'valor', 'deve ser maior que zero, como 37.00'),
    ...findTooLong('infoPagador', infoPagador, MAX_TEXT_LENGTH),
    ...violationIf(txid !== undefined && !PIX_TXID.test(txid), 'txid', PIX_TXID_RULE),
  ]);
}

/** Amount of a payment and its parts (schema `Pix`, `componentesValor`). */
interface Amount {
  readonly valor: string;
  readonly componentesValor: PixComponentesValor;
}

/** Resolves the amount of a payment of a charge on a day. @throws SimulatorProblem */
export function resolveAmount(charge: PayableRecord, day: string, options: PayOptions): Amount {
  return charge instanceof CobRecord
    ? resolveCobAmount(charge.conteudo.valor, options)
    : resolveCobVAmount(charge.conteudo, day, options);
}

/**
 * Resolves the amount of a payment of an immediate charge: the amount of the charge, or the amount
 * that the payer chooses.
 *
 * @throws SimulatorProblem `PagamentoRecusado` if the charge does not allow the payer to change the
 * amount;
 *   `RequisicaoInvalida` if the payer must choose the amount and has not
 */
function resolveCobAmount(asked: Frozen<CobValor>, { valor, force = false }: PayOptions): Amount {
  const [original, cash] = [parseValor(asked.original), getCash(asked)];
  const whole = original + cash;
  const paid = valor === undefined ? whole : parseValor(valor);
  refuse('RequisicaoInvalida', violationIf(paid === 0n, 'valor', 'cabe ao pagador nesta cobrança'));
  if (paid !== whole && !force && !mayPayerChange(asked, paid > original)) refuseAmount(whole);
  const cashPaid = mayPayerChangeCash(asked) ? paid - original : cash;
  return {
    valor: formatValor({ centavos: paid }),
    componentesValor: toComponentes(asked, paid - cashPaid, cashPaid),
  };
}

function getCash({ retirada }: CobValor): bigint {
  return parseValor((retirada?.saque ?? retirada?.troco)?.valor ?? '0.00');
}

function mayPayerChange(asked: CobValor, aboveOriginal: boolean): boolean {
  return asked.modalidadeAlteracao === 1 || (mayPayerChangeCash(asked) && aboveOriginal);
}

function mayPayerChangeCash({ retirada }: CobValor): boolean {
  return (retirada?.saque ?? retirada?.troco)?.modalidadeAlteracao === 1;
}

/** Splits an amount into purchase and cash. An amount below the cash part is not split. */
function toComponentes(
  { retirada = {} }: CobValor,
  purchase: bigint,
  cash: bigint,
): PixComponentesValor {
  if (purchase < 0n || cash < 0n)
    return { original: { valor: formatValor({ centavos: purchase + cash }) } };
  const { saque, troco } = retirada;
  return {
    original: { valor: formatValor({ centavos: purchase }) },
    ...(saque && { saque: toCashComponente(saque, cash) }),
    ...(troco && { troco: toCashComponente(troco, cash) }),
  };
}

function toCashComponente<Agente extends string>(
  { modalidadeAgente, prestadorDoServicoDeSaque }: CobRetiradaParte<Agente>,
  cash: bigint,
): PixComponenteEmEspecie<Agente> {
  return { valor: formatValor({ centavos: cash }), modalidadeAgente, prestadorDoServicoDeSaque };
}

/**
 * Resolves the amount of a payment of a due-date charge on a day, with fine, interest, rebate and
 * discount.
 *
 * @throws SimulatorProblem `PagamentoRecusado` if the payer pays another amount without `force`
 */
function resolveCobVAmount(
  conteudo: CobVConteudo,
  day: string,
  { valor, force = false }: PayOptions,
): Amount {
  const { original, multa, juros, abatimento, desconto, total } = calculateOnDay(conteudo, day);
  if (valor === undefined || parseValor(valor) === parseValor(total)) {
    const componentesValor: PixComponentesValor = {
      original: { valor: original },
      ...toComponente('juros', juros),
      ...toComponente('multa', multa),
      ...toComponente('abatimento', abatimento),
      ...toComponente('desconto', desconto),
    };
    return { valor: total, componentesValor };
  }
  if (!force) refuseAmount(parseValor(total), ` em ${day}`);
  return { valor, componentesValor: { original: { valor } } };
}

function refuseAmount(asked: bigint, when = ''): never {
  const text = `A cobrança é de ${formatValor({ centavos: asked })}${when}, e não permite que o pagador altere o valor.`;
  throw new SimulatorProblem('PagamentoRecusado', text);
}

function toComponente(
  name: keyof PixComponentesValor,
  valor: string,
): Record<string, PixComponente> {
  return valor === '0.00' ? {} : { [name]: { valor } };
}

type Received = Omit<PixRecord, 'endToEndId' | 'createdAt' | 'devolucoes'> & {
  /** Default: a new one. */
  readonly endToEndId?: string;
};

/** Records a received payment and notifies the webhook of its key. */
export function receivePix(
  state: SimulatorState,
  received: Received,
  { infoPagador, pagador }: PayOptions = {},
): PixRecord {
  const now = state.clock.now();
  const pix: PixRecord = {
    endToEndId: generateEndToEndId({ ispb: state.settings.ispb, date: new Date(now) }),
    ...received,
    ...(infoPagador !== undefined && { infoPagador }),
    ...(pagador && { pagador }),
    createdAt: now,
    devolucoes: [],
  };
  state.pix.add(pix);
  notifyPix(state, pix);
  return pix;
}
