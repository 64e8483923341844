import { TextField, TextListField } from '../validation/index.js';

/** Body that requests redelivery of notifications from Efí. */
export class EfiReenvioWebhookDto {
  /** Kind of the notifications: `PIX_RECEBIDO`. */
  @TextField({ describe: 'Tipo das notificações.', min: 1, example: 'PIX_RECEBIDO' })
  tipo!: string;

  /** End-to-end ids of the Pix, of the last 30 days. */
  @TextListField({ describe: 'Pix cujas notificações se reenviam.', min: 1 })
  e2eids!: string[];
}
