import type { BrCode } from '../../lib/brcode/index.js';

interface Vector {
  readonly from: string;
  readonly text: string;
  readonly code: BrCode;
}

const receiver = { nome: 'Fulano de Tal', cidade: 'BRASILIA' };
const chave = '123e4567-e12b-12d1-a456-426655440000';

/** Codes that the central bank publishes, with their CRC. */
export const vectors: readonly Vector[] = [
  {
    from: 'the manual, static',
    text: '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    code: { chave, ...receiver },
  },
  {
    from: 'the manual, dynamic',
    text: '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4',
    code: { location: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441', ...receiver },
  },
  {
    from: 'the manual, static with an amount and a recurrence',
    text: '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406100.505802BR5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix2552pix.example.com/rec/2353c790eefb11eaadc10242ac12000263042875',
    code: {
      chave,
      recLocation: 'pix.example.com/rec/2353c790eefb11eaadc10242ac120002',
      valor: '100.50',
      ...receiver,
    },
  },
  {
    from: 'the manual, recurrence alone',
    text: '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix2552pix.example.com/rec/2353c790eefb11eaadc10242ac1200026304F2DA',
    code: { recLocation: 'pix.example.com/rec/2353c790eefb11eaadc10242ac120002', ...receiver },
  },
  {
    from: 'the manual, dynamic with a recurrence',
    text: '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix2552pix.example.com/rec/2353c790eefb11eaadc10242ac1200026304FB42',
    code: {
      location: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441',
      recLocation: 'pix.example.com/rec/2353c790eefb11eaadc10242ac120002',
      ...receiver,
    },
  },
  {
    from: 'the specification, recurrence alone (JORNADA_2)',
    text: '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9',
    code: {
      recLocation: 'pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002',
      ...receiver,
    },
  },
  {
    from: 'the specification, immediate charge and recurrence (JORNADA_3)',
    text: '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa35319489063047741',
    code: {
      location: 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441',
      recLocation: 'pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa353194890',
      ...receiver,
    },
  },
  {
    from: 'the specification, due-date charge and recurrence (JORNADA_4)',
    text: '00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e75204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d06304A441',
    code: {
      location: 'pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7',
      recLocation: 'pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d0',
      ...receiver,
    },
  },
];
