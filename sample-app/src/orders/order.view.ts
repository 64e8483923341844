import { renderQrCode } from 'nestjs-pix';
import type { Order, OrderStatus } from '../database/schema.js';

/** An order in the event stream: its identifiers and the fields that change. */
export class OrderEvent {
  readonly id!: string;
  readonly txid!: string;
  readonly status!: OrderStatus;
  readonly pagoEm!: string | null;
}

/** An order in responses. Instants are RFC 3339, the amount is decimal text. */
export class OrderView extends OrderEvent {
  readonly valor!: string;
  readonly descricao!: string;
  readonly criadoEm!: string;
  readonly expiraEm!: string;
  /** Text of the QR Code; `null` until the provider has confirmed the charge. */
  readonly pixCopiaECola!: string | null;
  /** The QR Code as an SVG data URL. */
  readonly qrCode!: string | null;
}

export function toOrderView(order: Order): OrderView {
  const { pixCopiaECola } = order;
  return {
    ...toOrderEvent(order),
    valor: order.valor,
    descricao: order.descricao,
    criadoEm: order.criadoEm.toISOString(),
    expiraEm: order.expiraEm.toISOString(),
    pixCopiaECola,
    qrCode: pixCopiaECola === null ? null : renderQrCodeUrl(pixCopiaECola),
  };
}

export function toOrderEvent({ id, txid, status, pagoEm }: Order): OrderEvent {
  return { id, txid, status, pagoEm: pagoEm?.toISOString() ?? null };
}

/** Renders a QR Code as an SVG data URL. */
export function renderQrCodeUrl(pixCopiaECola: string): string {
  const svg = renderQrCode(pixCopiaECola, { format: 'svg' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
