import { describe } from '@jest/globals';
import { WebhookCobRSolicitadoDto, WebhookRecSolicitadoDto } from '../../../lib/contract/index.js';
import { refusesEach } from '../support/refusals.js';

describe.each(
  [WebhookCobRSolicitadoDto, WebhookRecSolicitadoDto].map((dto) => [dto.name, dto] as const),
)('%s', (_name, dto) => {
  refusesEach(dto, { webhookUrl: 'https://usuario.recebedor.com/api/webhook' }, [
    ['webhookUrl', undefined],
    ['webhookUrl', 'usuario.recebedor.com'],
  ]);
});
