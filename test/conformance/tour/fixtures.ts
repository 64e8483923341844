import type { Json } from '../../simulator/support/bare-client.js';
import { CHAVE, COBV, solicrec, txid } from './bodies.js';
import type { Fixtures } from './refusals.js';
import type { Tour } from './tour.js';

/** Creates records in the states that refusals require. */
export async function newFixtures(tour: Tour): Promise<Fixtures> {
  const webhookUrl = `${tour.receiver.url}/hook`;
  await tour.ok('PUT', '/webhook/{chave}', `/webhook/${CHAVE}`, { webhookUrl });
  const [cob, cobPaga] = [await tour.newCob(), await tour.newCob()];
  const pix = await tour.driver.control.pay(cobPaga.txid as string);
  const refund = `/pix/${pix.endToEndId}/devolucao/usada`;
  await tour.ok('PUT', '/pix/{e2eid}/devolucao/{id}', refund, { valor: '1.00' });
  const { original, multa, juros } = COBV.valor;
  const [cobv, cobvPaga] = [
    await tour.newCobV({ ...COBV, valor: { original, multa, juros } }),
    await tour.newCobV(),
  ];
  await tour.driver.control.pay(cobvPaga.txid as string);
  const negada = txid();
  await tour.ok('PUT', '/lotecobv/{id}', '/lotecobv/lote1', {
    descricao: 'Lote',
    cobsv: [{ ...COBV, txid: negada, chave: 'de-outro@example.com' }],
  });
  const loc = async (tipoCob: string) =>
    (await tour.ok('POST', '/loc', '/loc', { tipoCob })).id as number;
  const locRec = (await tour.ok('POST', '/locrec')).id as number;

  const first = await tour.newCob();
  const rec = await tour.newRec({ ativacao: { dadosJornada: { txid: first.txid } } });
  const [approved, ended, waiting, strict] = [
    await tour.newRec(),
    await tour.newRec({ loc: locRec }),
    await tour.newRec(),
    await tour.newRec({ politicaRetentativa: 'NAO_PERMITE' }),
  ];
  await tour.driver.control.approve(approved.idRec as string);
  await tour.driver.control.approve(strict.idRec as string);
  const ask = (idRec: string): Promise<Json> =>
    tour.ok('POST', '/solicrec', '/solicrec', solicrec(idRec));
  const over = await ask(ended.idRec as string);
  await tour.driver.control.cancelByPayer(ended.idRec as string);
  await ask(waiting.idRec as string);
  const scheduled = await tour.newCobR(approved.idRec as string, '2024-05-10');
  const once = await tour.newCobR(strict.idRec as string, '2024-05-10');
  tour.driver.settle();
  return {
    cob: cob.txid as string,
    cobPaga: cobPaga.txid as string,
    cobv: cobv.txid as string,
    cobvPaga: cobvPaga.txid as string,
    negada,
    locCob: await loc('cob'),
    locCobv: await loc('cobv'),
    locUsada: first.loc.id as number,
    e2eid: pix.endToEndId,
    rec: rec.idRec as string,
    recAprovada: approved.idRec as string,
    recEncerrada: ended.idRec as string,
    locRecUsada: locRec,
    solicAtiva: waiting.idRec as string,
    solicEncerrada: over.idSolicRec as string,
    cobr: scheduled.txid as string,
    cobrSemRetentativa: once.txid as string,
    recSemRetentativa: strict.idRec as string,
  };
}
