import { toClientCall, toCurl, toTest } from './call-code.js';
import { copyButton } from './drawer.js';
import { html, nothing } from './lit.js';

/** @import { LoggedRequest } from '../../http/request-log.js' */

/** @param {number} status */
export function callTone(status) {
  if (status < 300) return 'good';
  return status < 500 ? 'wait' : 'bad';
}

/** Request and response of a call, and buttons that copy it. @param {LoggedRequest} call */
export function callSteps(call) {
  const { requestHeaders, request, responseHeaders, response } = call;
  const clientCall = toClientCall(call);
  const test = toTest(call);
  return html`${message('Requisição', requestHeaders, request)}
    ${message('Resposta', responseHeaders, response)}
    <div class="buttons">
      ${copyButton(toCurl(call), 'Copiar curl', 'small quiet')}
      ${clientCall === undefined ? nothing : copyButton(clientCall, 'Copiar chamada', 'small quiet')}
      ${test === undefined ? nothing : copyButton(test, 'Copiar teste', 'small quiet')}
    </div>`;
}

/**
 * @param {string} title
 * @param {Record<string, string>} headers
 * @param {unknown} body
 */
function message(title, headers, body) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = typeof body === 'string' ? body : JSON.stringify(body, undefined, 2);
  return html`<details class="raw">
    <summary>${title}</summary>
    <pre tabindex="0">${[...lines, ...(body === undefined ? [] : ['', text])].join('\n')}</pre>
  </details>`;
}
