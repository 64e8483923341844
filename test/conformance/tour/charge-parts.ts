import { encodeBrCode } from '../../../lib/brcode/index.js';
import { EVER } from '../../simulator/support/simulator-driver.js';
import {
  CHAVE,
  CNPJ,
  COB,
  COBV,
  COBV_EMPRESA,
  CPF,
  REMOVED,
  SAQUE,
  TROCO,
  txid,
} from './bodies.js';
import type { TourParts } from './tour.js';

/** Webhooks, charges, locations and received payments. */
export const chargeParts: TourParts = {
  webhooks: async (tour) => {
    const webhookUrl = `${tour.receiver.url}/hook`;
    await tour.ok('PUT', '/webhook/{chave}', `/webhook/${CHAVE}`, { webhookUrl });
    await tour.ok('GET', '/webhook/{chave}', `/webhook/${CHAVE}`);
    await tour.ok('GET', '/webhook');
    await tour.ok('GET', '/webhook', `/webhook?${EVER}&paginacao.itensPorPagina=1`);
    for (const path of ['/webhookrec', '/webhookcobr']) {
      await tour.ok('PUT', path, path, { webhookUrl });
      await tour.ok('GET', path);
      await tour.ok('DELETE', path);
      await tour.ok('PUT', path, path, { webhookUrl });
    }
    await tour.ok('DELETE', '/webhook/{chave}', `/webhook/${CHAVE}`);
    await tour.ok('PUT', '/webhook/{chave}', `/webhook/${CHAVE}`, { webhookUrl });
  },

  'immediate charges': async (tour) => {
    const item = '/cob/{txid}';
    const cob = await tour.ok('PUT', item, `/cob/${txid()}`, COB);
    const path = `/cob/${cob.txid as string}`;
    await tour.ok('PATCH', item, path, { valor: { original: '40.00', modalidadeAlteracao: 1 } });
    await tour.payload('/{pixUrlAccessToken}', cob.location as string);
    await tour.driver.control.pay(cob.txid as string, { valor: '45.00', infoPagador: 'Obrigado' });
    for (const query of ['', '?revisao=0']) await tour.ok('GET', item, path + query);
    await tour.payload('/{pixUrlAccessToken}', cob.location as string);
    for (const body of [SAQUE, TROCO]) {
      const { txid: id } = await tour.newCob(body);
      await tour.driver.control.pay(id as string);
      await tour.ok('GET', item, `/cob/${id as string}`);
    }
    const removed = await tour.newCob();
    await tour.ok('PATCH', item, `/cob/${removed.txid as string}`, REMOVED);
    const dropped = await tour.newCob();
    await tour.driver.control.removeByProvider(dropped.txid as string);
    await tour.ok('GET', item, `/cob/${dropped.txid as string}`);
    for (const filter of [
      '',
      `&cpf=${CPF}`,
      `&cnpj=${CNPJ}`,
      '&status=CONCLUIDA&locationPresente=true',
    ]) {
      await tour.ok('GET', '/cob', `/cob?${EVER}${filter}&paginacao.itensPorPagina=1000`);
    }
  },

  'due-date charges': async (tour) => {
    const item = '/cobv/{txid}';
    const cobv = await tour.newCobV();
    const path = `/cobv/${cobv.txid as string}`;
    await tour.ok('PATCH', item, path, { infoAdicionais: [] });
    await tour.payload('/cobv/{pixUrlAccessToken}', cobv.location as string, '?codMun=2611606');
    await tour.payload('/cobv/{pixUrlAccessToken}', cobv.location as string, '?DPP=2024-05-20');
    await tour.driver.control.payBrCode(cobv.pixCopiaECola as string);
    await tour.ok('GET', item, path);
    const empresa = await tour.newCobV(COBV_EMPRESA);
    await tour.driver.control.pay(empresa.txid as string);
    await tour.ok('GET', item, `/cobv/${empresa.txid as string}?revisao=0`);
    const removed = await tour.newCobV();
    await tour.ok('PATCH', item, `/cobv/${removed.txid as string}`, REMOVED);
    const dropped = await tour.newCobV();
    await tour.driver.control.removeByProvider(dropped.txid as string);
    await tour.ok('GET', item, `/cobv/${dropped.txid as string}`);
    for (const filter of ['', `&cpf=${CPF}`, `&cnpj=${CNPJ}`, '&status=REMOVIDA_PELO_PSP']) {
      await tour.ok('GET', '/cobv', `/cobv?${EVER}${filter}`);
    }
  },

  batches: async (tour) => {
    const item = '/lotecobv/{id}';
    const good = { ...COBV, txid: txid() };
    const bad = { ...COBV, txid: txid(), devedor: { nome: 'Sem CPF' } };
    await tour.ok('PUT', item, '/lotecobv/17', { descricao: 'Maio', cobsv: [good, bad] });
    await tour.ok('GET', item, '/lotecobv/17');
    tour.driver.settle();
    await tour.ok('GET', item, '/lotecobv/17');
    const cobsv = [{ txid: good.txid, solicitacaoPagador: 'Outra' }];
    await tour.ok('PATCH', item, '/lotecobv/17', { cobsv });
    tour.driver.settle();
    await tour.ok('GET', '/lotecobv', `/lotecobv?${EVER}`);
    await tour.ok('GET', '/cobv', `/cobv?${EVER}&loteCobVId=17`);
  },

  'locations of charges': async (tour) => {
    const loc = await tour.ok('POST', '/loc', '/loc', { tipoCob: 'cob' });
    await tour.ok('POST', '/loc', '/loc', { tipoCob: 'cobv' });
    const cob = await tour.newCob({ ...COB, loc: { id: loc.id } });
    const path = `/loc/${loc.id as number}`;
    await tour.ok('GET', '/loc/{id}', path);
    await tour.ok('GET', '/loc', `/loc?${EVER}&txIdPresente=true&tipoCob=cob`);
    await tour.ok('DELETE', '/loc/{id}/txid', `${path}/txid`);
    await tour.ok('GET', '/cob/{txid}', `/cob/${cob.txid as string}`);
    const cobv = await tour.newCobV();
    await tour.ok('DELETE', '/loc/{id}/txid', `/loc/${cobv.loc.id as number}/txid`);
    await tour.ok('GET', '/cobv', `/cobv?${EVER}&locationPresente=false`);
    await tour.ok('GET', '/loc', `/loc?${EVER}&txIdPresente=false`);
  },

  'received payments and refunds': async (tour) => {
    const { txid: id } = await tour.newCob();
    const { endToEndId } = await tour.driver.control.pay(id as string);
    const [item, path] = ['/pix/{e2eid}/devolucao/{id}', `/pix/${endToEndId}/devolucao`];
    await tour.ok('PUT', item, `${path}/um`, { valor: '10.00', descricao: 'Troca' });
    await tour.ok('GET', item, `${path}/um`);
    tour.driver.settle();
    await tour.ok('GET', item, `${path}/um`);
    await tour.ok('PUT', item, `${path}/dois`, { valor: '5.00' });
    const outcome = { status: 'NAO_REALIZADO', motivo: 'Conta encerrada' } as const;
    await tour.driver.control.settleRefund(endToEndId, 'dois', outcome);
    await tour.ok('GET', item, `${path}/dois`);
    await tour.ok('GET', '/pix/{e2eid}', `/pix/${endToEndId}`);
    await tour.driver.control.payKey(CHAVE, { valor: '50.00', pagador: { cnpj: CNPJ } });
    const code = { chave: CHAVE, nome: 'Loja', cidade: 'Recife', valor: '8.00', txid: 'balcao' };
    const { endToEndId: counter } = await tour.driver.control.payBrCode(encodeBrCode(code));
    await tour.ok('GET', '/pix/{e2eid}', `/pix/${counter}`);
    for (const filter of [
      '',
      '&txid=balcao',
      '&txIdPresente=false',
      '&devolucaoPresente=true',
      `&cnpj=${CNPJ}`,
    ]) {
      await tour.ok('GET', '/pix', `/pix?${EVER}${filter}`);
    }
  },
};
