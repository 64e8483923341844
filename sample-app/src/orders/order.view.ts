import { renderQrCode } from 'nestjs-pix';
import type { Order, OrderStatus } from '../database/schema.js';

/** An order in responses. Instants are RFC 3339, the amount is decimal text. */
export interface OrderView {
  readonly id: string;
  readonly txid: string;
  readonly status: OrderStatus;
  readonly valor: string;
  readonly descricao: string;
  readonly criadoEm: string;
  readonly expiraEm: string;
  readonly pagoEm: string | null;
  /** Text of the QR Code; `null` until the provider has confirmed the charge. */
  readonly pixCopiaECola: string | null;
  /** The QR Code as an SVG data URL. */
  readonly qrCode: string | null;
}

/** An order in the event stream: its identifiers and the fields that change. */
export type OrderEvent = Pick<OrderView, 'id' | 'txid' | 'status' | 'pagoEm'>;

export function toOrderView(order: Order): OrderView {
  const { pixCopiaECola } = order;
  return {
    ...toOrderEvent(order),
    valor: order.valor,
    descricao: order.descricao,
    criadoEm: order.criadoEm.toISOString(),
    expiraEm: order.expiraEm.toISOString(),
    pixCopiaECola,
    qrCode: pixCopiaECola === null ? null : qrCodeUrl(pixCopiaECola),
  };
}

export function toOrderEvent({ id, txid, status, pagoEm }: Order): OrderEvent {
  return { id, txid, status, pagoEm: pagoEm?.toISOString() ?? null };
}

function qrCodeUrl(pixCopiaECola: string): string {
  const svg = renderQrCode(pixCopiaECola, { format: 'svg' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
