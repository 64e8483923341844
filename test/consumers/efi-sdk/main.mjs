/** The SDK of Efí as published, with only its credentials set: charge, payment, query, refund. */
import EfiPay from 'sdk-node-apis-efi';
import { pay, settings } from './bank.mjs';

const efi = new EfiPay({
  sandbox: false,
  client_id: settings.clientId,
  client_secret: settings.clientSecret,
  certificate: settings.files.cert,
  pemKey: settings.files.key,
});

const txid = 'pedido00000000000000000001';
const charge = await efi.pixCreateCharge(
  { txid },
  {
    calendario: { expiracao: 3600 },
    devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
    valor: { original: '37.00' },
    chave: 'loja@example.com',
    solicitacaoPagador: 'Camiseta',
  },
);
const before = await efi.pixDetailCharge({ txid });
const { endToEndId } = await pay(txid);
const after = await efi.pixDetailCharge({ txid });
const received = await efi.pixDetailReceived({ e2eId: endToEndId });
const period = { inicio: '2020-01-01T00:00:00Z', fim: '2099-01-01T00:00:00Z' };
const list = await efi.pixReceivedList(period);
const refund = await efi.pixDevolution({ e2eId: endToEndId, id: 'd1' }, { valor: '7.00' });
let settled = refund;
while (settled.status === 'EM_PROCESSAMENTO') {
  settled = await efi.pixDetailDevolution({ e2eId: endToEndId, id: 'd1' });
}
const missing = await efi.pixDetailCharge({ txid: 'x'.repeat(26) }).catch((error) => error);

process.stdout.write(
  JSON.stringify({
    created: charge.status,
    copiaECola: charge.pixCopiaECola.startsWith('000201'),
    before: before.status,
    after: after.status,
    received: received.valor,
    listed: list.pix.length,
    refund: refund.valor,
    settled: settled.status,
    missing: missing.nome,
  }),
);
