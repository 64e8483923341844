import { describe } from '@jest/globals';
import {
  ParametrosConsultaPayloadLocationDto,
  PayloadLocationSolicitadaDto,
} from '../../../lib/contract/index.js';
import { acceptsEach, refusesEach } from '../support/refusals.js';

describe('PayloadLocationSolicitadaDto', () => {
  refusesEach(PayloadLocationSolicitadaDto, { tipoCob: 'cob' }, [
    ['tipoCob', undefined],
    ['tipoCob', 'rec'],
    ['tipoCob', null],
  ]);
  acceptsEach(PayloadLocationSolicitadaDto, { tipoCob: 'cob' }, [['tipoCob', 'cobv']]);
});

describe('ParametrosConsultaPayloadLocationDto', () => {
  const filter = {
    inicio: '2020-04-01T00:00:00Z',
    fim: '2020-04-02T00:00:00Z',
    txIdPresente: true,
    tipoCob: 'cob',
  };
  refusesEach(ParametrosConsultaPayloadLocationDto, filter, [
    ['inicio', undefined],
    ['fim', undefined],
    ['fim', '2020-03-01T00:00:00Z'],
    ['txIdPresente', 'true'],
    ['tipoCob', 'rec'],
    ['paginaAtual', -1],
    ['itensPorPagina', 0],
  ]);
});
