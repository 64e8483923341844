import { describe, expect, it } from '@jest/globals';
import { buildConflict } from '../../../lib/client/settlement/conflict.js';

const build = (fields: string[], status: string | undefined) =>
  buildConflict({ kind: 'impossible', fields, status }, { operation: 'PUT /cob/{txid}' });

describe('the conflict of a write with another record', () => {
  it('has status 409, the fields that differ and the status of the record', () => {
    expect(build(['valor.original', 'chave'], 'CONCLUIDA')).toMatchObject({
      name: 'PixConflitoException',
      status: 409,
      operation: 'PUT /cob/{txid}',
      fields: ['valor.original', 'chave'],
      recordStatus: 'CONCLUIDA',
      detail:
        'The provider holds another record with status CONCLUIDA under this identifier. Fields that differ: valor.original, chave. The request did not take effect.',
    });
  });

  it('leaves out what is not known', () => {
    expect(build([], undefined)).toMatchObject({
      fields: [],
      recordStatus: undefined,
      detail:
        'The provider holds another record under this identifier. The request did not take effect.',
    });
  });
});
