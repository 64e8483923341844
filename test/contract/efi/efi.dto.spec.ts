import { describe } from '@jest/globals';
import { EfiReenvioWebhookDto } from '../../../lib/contract/index.js';
import { refusesEach } from '../support/refusals.js';

describe('EfiReenvioWebhookDto', () => {
  refusesEach(EfiReenvioWebhookDto, { tipo: 'PIX_RECEBIDO', e2eids: ['E1'] }, [
    ['tipo', undefined],
    ['tipo', ''],
    ['e2eids', []],
    ['e2eids', 'E1'],
    ['e2eids', ['']],
  ]);
});
