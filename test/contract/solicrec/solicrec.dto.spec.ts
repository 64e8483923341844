import { describe } from '@jest/globals';
import { SolicRecRevisadaDto, SolicRecSolicitadaDto } from '../../../lib/contract/index.js';
import { acceptsEach, refusesEach } from '../support/refusals.js';

const solicrec = {
  idRec: 'RN123456782024011577825445612',
  calendario: { dataExpiracaoSolicitacao: '2023-12-20T12:17:11.926Z' },
  destinatario: {
    agencia: '2569',
    conta: '550689',
    cpf: '15231470190',
    ispbParticipante: '91193552',
  },
};

describe('SolicRecSolicitadaDto', () => {
  refusesEach(SolicRecSolicitadaDto, solicrec, [
    ['idRec', undefined],
    ['idRec', 'RN1'],
    ['calendario', undefined],
    ['calendario.dataExpiracaoSolicitacao', undefined],
    ['calendario.dataExpiracaoSolicitacao', '2023-12-20'],
    ['destinatario', undefined],
    ['destinatario.conta', undefined],
    ['destinatario.conta', 'x'.repeat(21)],
    ['destinatario.ispbParticipante', undefined],
    ['destinatario.ispbParticipante', '9119355'],
    ['destinatario.agencia', '25699'],
    ['destinatario.cpf', undefined],
    ['destinatario.cpf', '1'],
    ['destinatario.cnpj', '12345678000195'],
  ]);
  acceptsEach(SolicRecSolicitadaDto, solicrec, [
    ['destinatario.agencia', undefined],
    ['destinatario', { conta: '1', cnpj: '12345678000195', ispbParticipante: '12ABC678' }],
  ]);
});

describe('SolicRecRevisadaDto', () => {
  describe('accepts only the status CANCELADA', () => {
    refusesEach(SolicRecRevisadaDto, { status: 'CANCELADA' }, [
      ['status', undefined],
      ['status', 'REJEITADA'],
      ['status', 'CRIADA'],
      ['status', 'ENVIADA'],
      ['status', 'RECEBIDA'],
      ['status', 'ACEITA'],
      ['status', 'EXPIRADA'],
    ]);
  });
});
