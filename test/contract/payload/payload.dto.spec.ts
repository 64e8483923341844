import { describe } from '@jest/globals';
import { ConsultaCobVPayloadDto } from '../../../lib/contract/index.js';
import { acceptsEach, refusesEach } from '../support/refusals.js';

describe('ConsultaCobVPayloadDto', () => {
  const filter = { codMun: '5300108', DPP: '2021-04-01' };
  refusesEach(ConsultaCobVPayloadDto, filter, [
    ['codMun', '530010'],
    ['codMun', 5300108],
    ['DPP', '2021-04-31'],
  ]);
  acceptsEach(ConsultaCobVPayloadDto, filter, [
    ['codMun', undefined],
    ['DPP', undefined],
  ]);
});
