/** The SDK of Efí as published, with only its credentials set: charge, payment, query, refund. */
import EfiPay from 'efi-sdk';
import { call, finish, pay, settings, until } from './bank.mjs';

const efi = new EfiPay({
  sandbox: false,
  client_id: settings.clientId,
  client_secret: settings.clientSecret,
  certificate: settings.files.cert,
  pemKey: settings.files.key,
});

const txid = 'pedido00000000000000000001';
const cob = {
  calendario: { expiracao: 3600 },
  devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
  valor: { original: '37.00' },
  chave: 'loja@example.com',
  solicitacaoPagador: 'Camiseta',
};
await call('pixCreateCharge', () => efi.pixCreateCharge({ txid }, cob), { status: 'ATIVA' });
await call('pixDetailCharge', () => efi.pixDetailCharge({ txid }), { status: 'ATIVA' });
const { endToEndId: e2eId } = await pay(txid);
await call('pixDetailCharge, paid', () => efi.pixDetailCharge({ txid }), { status: 'CONCLUIDA' });
await call('pixDetailReceived', () => efi.pixDetailReceived({ e2eId }), { valor: '37.00' });
const period = { inicio: '2020-01-01T00:00:00Z', fim: '2099-01-01T00:00:00Z' };
const list = async () => (await efi.pixReceivedList(period)).pix;
await call('pixReceivedList', list, { length: 1 });
const refund = { e2eId, id: 'd1' };
await call('pixDevolution', () => efi.pixDevolution(refund, { valor: '7.00' }), { valor: '7.00' });
const settle = () =>
  until(
    () => efi.pixDetailDevolution(refund),
    ({ status }) => status !== 'EM_PROCESSAMENTO',
  );
await call('pixDetailDevolution', settle, { status: 'DEVOLVIDO' });
const miss = () => efi.pixDetailCharge({ txid: 'x'.repeat(26) }).catch((error) => error);
await call('pixDetailCharge, missing', miss, { nome: 'cob_nao_encontrado' });
finish('efi-sdk');
