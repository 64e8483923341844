/** brpix-api-node as published, with the address of the simulator as `baseURL`: charge, payment, query, refund. */
import brpix from 'brpix';
import { call, finish, pay, settings, until } from './bank.mjs';

const pix = new brpix.ApiPix({
  clientId: settings.clientId,
  clientSecret: settings.clientSecret,
  baseURL: new URL(settings.url).origin,
  certificate: { path: settings.files.p12, passphrase: settings.p12Passphrase },
});
await pix.init();

const cob = {
  calendario: { expiracao: 3600 },
  devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
  valor: { original: '37.00' },
  chave: 'loja@example.com',
  solicitacaoPagador: 'Camiseta',
};
const { txid } = await call('createCob', () => pix.createCob(cob), { status: 'ATIVA' });
await call('consultCob', () => pix.consultCob(txid), { status: 'ATIVA' });
const { endToEndId } = await pay(txid);
await call('consultCob, paid', () => pix.consultCob(txid), { status: 'CONCLUIDA' });
const path = `/v2/pix/${endToEndId}/devolucao/d1`;
const request = async (...args) => (await pix.requestApi(...args)).data;
await call('requestApi put', () => request('put', path, { valor: '7.00' }), { valor: '7.00' });
const authorized = { headers: { Authorization: `Bearer ${pix.token}` } };
const settle = () =>
  until(
    () => request('get', path, authorized),
    ({ status }) => status !== 'EM_PROCESSAMENTO',
  );
await call('requestApi get', settle, { status: 'DEVOLVIDO' });
finish('brpix');
