import { describe } from '@jest/globals';
import { ParametrosConsultaPayloadLocationRecDto } from '../../../lib/contract/index.js';
import { refusesEach } from '../support/refusals.js';

describe('ParametrosConsultaPayloadLocationRecDto', () => {
  const filter = {
    inicio: '2020-04-01T00:00:00Z',
    fim: '2020-04-02T00:00:00Z',
    idRecPresente: true,
    convenio: 'Master',
  };
  refusesEach(ParametrosConsultaPayloadLocationRecDto, filter, [
    ['inicio', undefined],
    ['fim', '2020-03-01T00:00:00Z'],
    ['idRecPresente', 'true'],
    ['convenio', 'x'.repeat(61)],
    ['paginaAtual', -1],
  ]);
});
