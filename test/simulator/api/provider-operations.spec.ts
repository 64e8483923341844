import { afterEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import { decodeBrCode } from '../../../lib/brcode/index.js';
import { createPixClient, generateTxid, type PixClient } from '../../../lib/index.js';
import type { PixProviderName } from '../../../lib/providers/index.js';
import { REC } from '../support/bodies.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const COB = { valor: { original: '37.00' }, chave: 'loja@example.com' };
const COBV = {
  ...COB,
  calendario: { dataDeVencimento: '2098-04-15' },
  devedor: { cpf: '12345678909', nome: 'Fulana' },
};
const PNG = /^iVBORw0KGgo/;

let simulator: PixSimulator;
let pix: PixClient;

async function open(quirks: PixProviderName): Promise<void> {
  simulator = await PixSimulator.start({ quirks });
  pix = await createPixClient(simulator.moduleOptions);
}

afterEach(async () => {
  await pix.close();
  await simulator.close();
});

describe('simulator with the operations of Itaú', () => {
  it('returns the payer of a recurrence', async () => {
    await open('itau');
    const { idRec } = await pix.rec.create(REC as never);
    expect(await pix.itau.getDadosPagador(idRec)).toEqual({ idRec, status: 'CRIADA' });
    await simulator.control.approve(idRec, {
      pagador: { cpf: '12345678909', ispbParticipante: '12345678', codMun: '3550308' },
    });
    expect(await pix.itau.getDadosPagador(idRec)).toMatchObject({
      status: 'APROVADA',
      pagador: { cpf: '12345678909' },
    });
    const unknown = `RR1234567820240115${'x'.repeat(11)}`;
    await expect(pix.itau.getDadosPagador(unknown)).rejects.toMatchObject({ status: 404 });
  });

  it('returns the QR Code of a charge and its image', async () => {
    await open('itau');
    const { txid, location, pixCopiaECola } = await pix.cob.createWithTxid(generateTxid(), COB);
    const { imagem_base64, ...code } = await pix.itau.getQrCode(txid);
    expect(code).toEqual({ pix_link: location, emv: pixCopiaECola });
    expect(imagem_base64).toMatch(PNG);
    await expect(pix.itau.getQrCode(generateTxid())).rejects.toMatchObject({ status: 404 });
  });
});

describe('simulator with the operations of Efí', () => {
  it('returns the BR Code of a location and its image', async () => {
    await open('efi');
    const { loc, pixCopiaECola } = await pix.cob.createWithTxid(generateTxid(), COB);
    const { qrcode, imagemQrcode } = await pix.efi.getLocQrCode(loc?.id ?? 0);
    expect(qrcode).toBe(pixCopiaECola);
    const [, base64 = ''] = imagemQrcode.split('data:image/png;base64,');
    expect(base64).toMatch(PNG);
    await expect(pix.efi.getLocQrCode(999_999)).rejects.toMatchObject({ status: 404 });
  });

  it('delivers the notifications of the named Pix again', async () => {
    await open('efi');
    const receiver = await WebhookReceiver.start(simulator);
    await pix.webhook.register(
      COB.chave,
      { webhookUrl: receiver.url },
      { headers: { 'x-skip-mtls-checking': 'true' } },
    );
    const pay = async () =>
      simulator.control.pay((await pix.cob.createWithTxid(generateTxid(), COB)).txid);
    const [one, other] = [await pay(), await pay()];
    await simulator.control.idle();
    receiver.notifications.length = 0;
    await pix.efi.resendWebhooks({ tipo: 'PIX_RECEBIDO', e2eids: [one.endToEndId] });
    await simulator.control.idle();
    expect(receiver.notifications.map(({ body }) => body)).toMatchObject([
      { pix: [{ endToEndId: one.endToEndId }] },
    ]);
    await pix.efi.resendWebhooks({ tipo: 'PIX_ENVIADO', e2eids: [other.endToEndId] });
    await simulator.control.idle();
    expect(receiver.notifications).toHaveLength(1);
    await receiver.close();
  });
});

describe('simulator with the operations of Bradesco', () => {
  it('creates charges with their BR Code and its image', async () => {
    await open('bradesco');
    const txid = generateTxid();
    const chosen = await pix.bradesco.createCobEmvWithTxid(txid, COB);
    expect(chosen).toMatchObject({
      cob: { txid, status: 'ATIVA' },
      base64: expect.stringMatching(PNG),
    });
    expect(decodeBrCode(chosen.emv).location).toBe(chosen.cob.location);
    const { cob, emv } = await pix.bradesco.createCobEmv(COB);
    expect((await pix.cob.get(cob.txid)).pixCopiaECola).toBe(emv);
    const due = await pix.bradesco.createCobVEmv(generateTxid(), COBV);
    expect((await pix.cobV.get(due.cobv.txid)).pixCopiaECola).toBe(due.emv);
  });

  it('refuses a body that is not valid before it is sent', async () => {
    await open('bradesco');
    const wrong = { ...COB, valor: { original: '37' } };
    await expect(pix.bradesco.createCobEmv(wrong)).rejects.toMatchObject({
      name: 'ValidationError',
      field: 'valor.original',
    });
  });
});

describe('an operation of one provider', () => {
  it('is refused at another provider before anything is sent', async () => {
    await open('c6');
    const error = { name: 'NotImplementedError' };
    const idRec = `RR1234567820240115${'x'.repeat(11)}`;
    await expect(pix.itau.getDadosPagador(idRec)).rejects.toMatchObject(error);
    await expect(pix.efi.getLocQrCode(1)).rejects.toMatchObject(error);
    await expect(pix.bradesco.createCobEmv(COB)).rejects.toMatchObject(error);
    await expect(pix.bb.getWebhookSolicRec()).rejects.toMatchObject(error);
    expect(simulator.control.stats.tokenRequests).toBe(0);
  });
});
