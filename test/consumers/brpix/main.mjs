/** brpix-api-node as published, with the address of the simulator as `baseURL`: charge, payment, query, refund. */
import brpix from 'brpix-api-node';
import { pay, settings } from './bank.mjs';

const pix = new brpix.ApiPix({
  clientId: settings.clientId,
  clientSecret: settings.clientSecret,
  baseURL: new URL(settings.url).origin,
  certificate: { path: settings.files.p12, passphrase: settings.p12Passphrase },
});
await pix.init();

const charge = await pix.createCob({
  calendario: { expiracao: 3600 },
  devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
  valor: { original: '37.00' },
  chave: 'loja@example.com',
  solicitacaoPagador: 'Camiseta',
});
const before = await pix.consultCob(charge.txid);
const { endToEndId } = await pay(charge.txid);
const after = await pix.consultCob(charge.txid);
const authorized = { headers: { Authorization: `Bearer ${pix.token}` } };
const path = `/v2/pix/${endToEndId}/devolucao/d1`;
const { data: refund } = await pix.requestApi('put', path, { valor: '7.00' });
let settled = refund;
while (settled.status === 'EM_PROCESSAMENTO') {
  ({ data: settled } = await pix.requestApi('get', path, authorized));
}

process.stdout.write(
  JSON.stringify({
    created: charge.status,
    before: before.status,
    after: after.status,
    refund: refund.valor,
    settled: settled.status,
  }),
);
