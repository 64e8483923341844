import { getAddress } from './address.js';
import { api } from './api.js';
import { act, closeDrawer, openDrawer } from './drawer.js';
import { button, emptyState, field, pill, rawJson } from './elements.js';
import { decimal, form } from './form.js';
import { ago, formatMoney } from './format.js';
import { head, list } from './list.js';
import { html, nothing } from './lit.js';
import { Pager } from './pager.js';

/** @import { Devolucao, Pix } from 'nestjs-pix' */
/** @import { PaymentList } from '../../control-api/responses.js' */
/** @import { Send } from './form.js' */
/** @import { View } from './view.js' */

const pager = new Pager();

/**
 * Received payments and their refunds.
 *
 * @type {View<PaymentList>}
 */
export const payments = {
  id: 'pagamentos',
  topic: 'payments',
  title: 'Pagamentos',

  load: () => api.payments(pager.limit),

  count: ({ total }) => total,

  render(data) {
    const receiveButton = button('Receber um Pix', receive, { kind: 'primary', icon: 'plus' });
    const isMore = data !== undefined && data.pix.length < data.total;
    return html`<section class="view">
      ${head('Pagamentos', receiveButton)}
      ${list(data?.pix, ({ endToEndId }) => endToEndId, row, noPayments, pager.button(isMore))}
    </section>`;
  },
};

/** @param {Pix} pix */
function row(pix) {
  const { endToEndId, txid, valor, horario, infoPagador, chave, devolucoes = [] } = pix;
  const title = infoPagador ?? (txid ? 'Pix recebido por cobrança' : 'Pix recebido sem cobrança');
  const isRefundable = sumRefunds(devolucoes) < toCents(valor);
  return html`<li class="row tall">
    <div class="row-amount first">${formatMoney(valor)}</div>
    <div class="row-main">
      <p class="row-title">${title}</p>
      <p class="row-note">
        <code>${endToEndId}</code>
        ${txid ? html`<a href=${getAddress('txid', txid)}>txid <code>${txid}</code></a>` : nothing}
        <span>${chave}</span>
        ${ago(horario)}
      </p>
      ${devolucoes.length > 0 ? refunds(endToEndId, devolucoes) : nothing} ${rawJson(pix)}
    </div>
    <div class="row-actions">${isRefundable ? refundButtons(endToEndId) : nothing}</div>
  </li>`;
}

/** @param {string} endToEndId */
function refundButtons(endToEndId) {
  return html`${button('Devolver', () => openRefund(endToEndId), { kind: 'plain' })}${button(
    'Contestar',
    () => openDispute(endToEndId),
    { kind: 'plain' },
  )}`;
}

/**
 * @param {string} endToEndId
 * @param {Devolucao[]} devolucoes
 */
function refunds(endToEndId, devolucoes) {
  return html`<ul class="lines">
    ${devolucoes.map((devolucao) => refund(endToEndId, devolucao))}
  </ul>`;
}

/**
 * @param {string} endToEndId
 * @param {Devolucao} devolucao
 */
function refund(endToEndId, { id, valor, natureza, status, motivo }) {
  const settle = (/** @type {string} */ outcome, /** @type {string} */ done) => () =>
    act(() => api.settleRefund(endToEndId, id, outcome), done);
  const ends = html`${button('Concluir', settle('DEVOLVIDO', 'Devolução concluída.'), {
    kind: 'small',
  })}${button('Recusar', settle('NAO_REALIZADO', 'Devolução recusada.'), { kind: 'small quiet' })}`;
  return html`<li>
    ${pill(status)}<strong>${formatMoney(valor)}</strong>
    <span>devolução <code>${id}</code></span>
    ${natureza === 'ORIGINAL' ? nothing : html`<code>${natureza}</code>`}
    ${motivo ? html`<span>${motivo}</span>` : nothing}
    ${status === 'EM_PROCESSAMENTO' ? ends : nothing}
  </li>`;
}

/** @param {string} valor decimal text */
function toCents(valor) {
  return BigInt(valor.replace('.', ''));
}

/** @param {readonly Pick<Devolucao, 'status' | 'valor'>[]} devolucoes */
function sumRefunds(devolucoes) {
  return devolucoes
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((sum, { valor }) => sum + toCents(valor), 0n);
}

/** @param {string} endToEndId */
function openRefund(endToEndId) {
  openDrawer(
    'Devolver Pix',
    () =>
      html`<p class="lead">Equivale a PUT /pix/{e2eid}/devolucao/{id} na API, com um id novo.</p>
        ${refundForm(endToEndId)}`,
  );
}

/** @param {string} endToEndId */
function refundForm(endToEndId) {
  return form(
    async ({ valor }, send) => {
      const refund = await send(
        () => api.refund(endToEndId, { valor: decimal(valor) }),
        (requested) => `Devolução de ${formatMoney(requested.valor)} solicitada.`,
      );
      if (refund) closeDrawer();
    },
    'Devolver',
    field('Valor', html`<input name="valor" inputmode="decimal" placeholder="tudo o que resta" />`),
  );
}

/**
 * Opens the form of a refund that the bank makes.
 *
 * @param {string} endToEndId
 */
function openDispute(endToEndId) {
  openDrawer(
    'Contestar Pix',
    () =>
      html`<p class="lead">
          O banco devolve o Pix pelo Mecanismo Especial de Devolução (MED), sem pedido da loja.
        </p>
        ${form(
          async ({ valor, natureza }, send) => {
            const refund = await send(
              () =>
                api.refundByBank(endToEndId, { natureza, ...(valor && { valor: decimal(valor) }) }),
              (made) => `Devolução de ${formatMoney(made.valor)} pelo MED iniciada.`,
            );
            if (refund) closeDrawer();
          },
          'Contestar',
          html`${field(
            'Motivo',
            html`<select name="natureza">
              <option value="MED_FRAUDE">Fraude</option>
              <option value="MED_OPERACIONAL">Falha operacional do banco</option>
              <option value="MED_PIX_AUTOMATICO">Pix Automático</option>
            </select>`,
          )}${field(
            'Valor',
            html`<input name="valor" inputmode="decimal" placeholder="tudo o que resta" />`,
          )}`,
        )}`,
  );
}

/** Opens the forms that pay by copy-and-paste text or by key. */
function receive() {
  openDrawer(
    'Receber um Pix',
    () =>
      html`<h3>Por código</h3>
        ${codeForm()}
        <h3>Por chave, sem cobrança</h3>
        ${keyForm()}`,
  );
}

function codeForm() {
  return form(
    receivePix,
    'Pagar código',
    html`${field('Pix Copia e Cola', html`<input name="brCode" required />`)}
      <div class="pair">
        ${field(
          'Valor',
          html`<input name="valor" inputmode="decimal" placeholder="o do código" />`,
        )}${messageField()}
      </div>`,
  );
}

function keyForm() {
  return form(
    receivePix,
    'Pagar para a chave',
    html`${field('Chave', html`<input name="chave" required placeholder="loja@example.com" />`)}
      <div class="pair">
        ${field(
          'Valor',
          html`<input name="valor" inputmode="decimal" required placeholder="37,00" />`,
        )}${messageField()}
      </div>`,
  );
}

function messageField() {
  return field('Mensagem', html`<input name="infoPagador" maxlength="140" />`);
}

/**
 * @param {Record<string, string | undefined>} values
 * @param {Send} send
 */
async function receivePix({ valor, ...values }, send) {
  const pix = await send(
    () => api.pay({ ...values, ...(valor && { valor: decimal(valor) }) }),
    (paid) => `${formatMoney(paid.valor)} recebidos.`,
  );
  if (pix) closeDrawer();
}

function noPayments() {
  return emptyState(
    'payment',
    'Nenhum pagamento ainda',
    'Os pagamentos recebidos e suas devoluções aparecem aqui.',
    html`<a class="button plain" href="#cobrancas">Ver cobranças</a>`,
  );
}
