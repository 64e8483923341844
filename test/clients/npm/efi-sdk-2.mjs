/** The SDK of Efí as published: every call of the Pix API, those of Efí for QR codes and redelivery, in order. */
import EfiPay from 'efi-sdk-2';
import { call as record, control, finish, pay, settings, until } from './bank.mjs';

const efi = new EfiPay({
  sandbox: false,
  client_id: settings.clientId,
  client_secret: settings.clientSecret,
  certificate: settings.files.cert,
  pemKey: settings.files.key,
  validateMtls: false,
});

const call = (name, ...args) => record(name, () => efi[name](...args));

const PERIOD = { inicio: '2020-01-01T00:00:00Z', fim: '2099-12-31T00:00:00Z' };
const CHAVE = 'loja@example.com';
const WEBHOOK = { webhookUrl: 'https://loja.example.com/pix' };
const txid = (kind) => `${kind}0000000000000000000000000`;
/** A Monday in a week without holidays. */
const NOW = '2026-03-02T12:00:00-03:00';
const day = (days) => new Date(Date.parse(NOW) + days * 86_400_000).toISOString().slice(0, 10);

await control('PUT', '/clock', { now: NOW });

// Immediate charges.
const cob = { calendario: { expiracao: 3600 }, valor: { original: '37.00' }, chave: CHAVE };
const { pixCopiaECola } = await call('pixCreateCharge', { txid: txid('cob') }, cob);
await call('pixCreateImmediateCharge', cob);
await call('pixUpdateCharge', { txid: txid('cob') }, { solicitacaoPagador: 'Camiseta' });
await call('pixDetailCharge', { txid: txid('cob') });
await call('pixListCharges', PERIOD);
const detail = await call('pixQrCodeDetail', { pixCopiaECola });

// Due-date charges, and a batch of them.
const cobv = {
  calendario: { dataDeVencimento: day(30), validadeAposVencimento: 30 },
  devedor: {
    cpf: '12345678909',
    nome: 'Francisco da Silva',
    logradouro: 'Alameda Souza, 80',
    cidade: 'Recife',
    uf: 'PE',
    cep: '70011750',
  },
  valor: { original: '123.45' },
  chave: CHAVE,
};
await call('pixCreateDueCharge', { txid: txid('cobv') }, cobv);
await call('pixUpdateDueCharge', { txid: txid('cobv') }, { solicitacaoPagador: 'Curso' });
await call('pixDetailDueCharge', { txid: txid('cobv') });
await call('pixListDueCharges', PERIOD);
const batch = { descricao: 'Mensalidades', cobsv: [{ ...cobv, txid: txid('lote') }] };
await call('pixCreateDueChargeBatch', { id: 'lote1' }, batch);
await until(
  () => efi.pixDetailDueChargeBatch({ id: 'lote1' }),
  ({ cobsv }) => cobsv.every(({ status }) => status === 'CRIADA'),
);
const change = { txid: txid('lote'), solicitacaoPagador: 'Aula' };
await call('pixUpdateDueChargeBatch', { id: 'lote1' }, { cobsv: [change] });
await call('pixDetailDueChargeBatch', { id: 'lote1' });
await call('pixListDueChargeBatch', PERIOD);

// Locations.
const { id } = await call('pixCreateLocation', { tipoCob: 'cob' });
await call('pixLocationList', PERIOD);
await call('pixDetailLocation', { id });
await efi.pixCreateCharge({ txid: txid('loc') }, { ...cob, loc: { id } });
const { imagemQrcode } = await call('pixGenerateQRCode', { id });
await call('pixUnlinkTxidLocation', { id });

// Webhooks, a Pix and its refund.
await call('pixConfigWebhook', { chave: CHAVE }, WEBHOOK);
await call('pixDetailWebhook', { chave: CHAVE });
await call('pixListWebhook', PERIOD);
const { endToEndId: e2eId } = await pay(txid('cob'));
await call('pixDetailReceived', { e2eId });
await call('pixReceivedList', PERIOD);
await call('pixDevolution', { e2eId, id: 'd1' }, { valor: '7.00' });
await call('pixDetailDevolution', { e2eId, id: 'd1' });
await call('pixResendWebhook', { tipo: 'PIX_RECEBIDO', e2eids: [e2eId] });
await call('pixDeleteWebhook', { chave: CHAVE });

// Pix Automático.
const rec = {
  vinculo: {
    contrato: '63100862',
    devedor: { cpf: '12345678909', nome: 'Fulano de Tal' },
    objeto: 'Streaming',
  },
  calendario: { dataInicial: day(3), periodicidade: 'MENSAL' },
  valor: { valorRec: '35.00' },
  politicaRetentativa: 'PERMITE_3R_7D',
};
const location = await call('pixCreateLocationRecurrenceAutomatic', {});
await call('pixListLocationRecurrenceAutomatic', PERIOD);
await call('pixDetailLocationRecurrenceAutomatic', { id: location.id });
const { idRec } = await call('pixCreateRecurrenceAutomatic', { ...rec, loc: location.id });
await call('pixUnlinkLocationRecurrenceAutomatic', { id: location.id });
await call('pixDetailRecurrenceAutomatic', { idRec });
await call('pixListRecurrenceAutomatic', PERIOD);
const name = { devedor: { nome: 'Fulano' } };
await call('pixUpdateRecurrenceAutomatic', { idRec }, { vinculo: name });
const { idSolicRec } = await call('pixCreateRequestRecurrenceAutomatic', {
  idRec,
  calendario: { dataExpiracaoSolicitacao: `${day(2)}T12:00:00Z` },
  destinatario: { cpf: '12345678909', conta: '12345', ispbParticipante: '99999999' },
});
await call('pixDetailRequestRecurrenceAutomatic', { idSolicRec });
await call('pixUpdateRequestRecurrenceAutomatic', { idSolicRec }, { status: 'CANCELADA' });

// Recurring charges: one whose first attempt fails and is repeated, and one that is cancelled.
const cobr = {
  calendario: { dataDeVencimento: day(3) },
  valor: { original: '35.00' },
  ajusteDiaUtil: true,
  recebedor: { conta: '012682', tipoConta: 'CORRENTE' },
};
await control('POST', `/recs/${idRec}/approve`);
await call('pixCreateAutomaticChargeTxid', { txid: txid('cobr') }, { ...cobr, idRec });
await control('POST', '/clock/advance', { seconds: 1 });
await control('POST', `/cobrs/${txid('cobr')}/settle`, { status: 'EXPIRADA' });
await call('pixRetryRequestAutomatic', { txid: txid('cobr'), data: day(4) });
const other = await efi.pixCreateRecurrenceAutomatic(rec);
await control('POST', `/recs/${other.idRec}/approve`);
const { txid: cancelled } = await call('pixCreateAutomaticCharge', { ...cobr, idRec: other.idRec });
await call('pixUpdateAutomaticCharge', { txid: cancelled }, { status: 'CANCELADA' });
await call('pixDetailAutomaticCharge', { txid: txid('cobr') });
await call('pixListAutomaticCharge', PERIOD);

// Webhooks of Pix Automático.
await call('pixConfigWebhookRecurrenceAutomatic', {}, WEBHOOK);
await call('pixListWebhookRecurrenceAutomatic', {});
await call('pixDeleteWebhookRecurrenceAutomatic', {});
await call('pixConfigWebhookAutomaticCharge', {}, WEBHOOK);
await call('pixListWebhookAutomaticCharge', {});
await call('pixDeleteWebhookAutomaticCharge', {});

await record('QR code', () => ({ start: imagemQrcode.slice(0, 22) }), {
  start: 'data:image/png;base64,',
});
await record('decoded QR code', () => ({ ...detail, ...detail.valor }), {
  tipoCob: 'cob',
  original: '37.00',
});
finish('efi-sdk-2');
