import assert from 'node:assert/strict';
import fc from 'fast-check';
import { crc16 } from '../../../lib/brcode/br-code.js';
import { decodeBrCode, encodeBrCode } from '../../../lib/brcode/index.js';
import { mutateText, toOutcome, property, type FuzzTarget } from '../fuzz-target.js';

const samples = [
  encodeBrCode({ chave: 'pix@example.com', nome: 'Loja', cidade: 'SAO PAULO', valor: '37.00' }),
  encodeBrCode({
    chave: '123e4567-e12b-12d1-a456-426655440000',
    nome: 'Padaria do João',
    cidade: 'BRASILIA',
    txid: 'PEDIDO1',
    descricao: 'dois pães',
  }),
  encodeBrCode({
    location: 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441',
    nome: 'Loja',
    cidade: 'RIO',
  }),
  encodeBrCode({
    chave: '+5561912345678',
    fss: '12345678',
    nome: 'Loja',
    cidade: 'RIO',
    unknownFields: { 27: '0014com.other.card', 52: '5411', 61: '70000000', '62.50': '0104abcd' },
  }),
];

/** Recalculates the CRC, because the parser would otherwise refuse most inputs at its first check. */
function withCrc(text: string): string {
  const body = `${text.slice(0, -8)}6304`;
  return body + crc16(body);
}

export const brCode: FuzzTarget = {
  name: 'BR Code',
  prepare: () =>
    property(
      fc.oneof(
        fc.string(),
        mutateText(samples),
        mutateText(samples).map(withCrc),
        fc.string().map((text) => withCrc(`000201${text}63040000`)),
      ),
      async (text) => {
        const decoded = await toOutcome(() => decodeBrCode(text));
        if (decoded instanceof Error) return;
        // Decoding and encoding a decoded text returns the same again.
        const written = await toOutcome(() => encodeBrCode(decoded));
        if (written instanceof Error) return;
        assert.equal(encodeBrCode(decodeBrCode(written)), written);
      },
    ),
};
