import { describe, expect, it } from '@jest/globals';
import { buildConflict } from '../../../lib/client/settlement/conflict.js';

const build = (fields: string[], status: string | undefined) =>
  buildConflict({ kind: 'impossible', fields, status }, { operation: 'PUT /cob/{txid}' });

describe('buildConflict', () => {
  it('returns status 409 with the differing fields and the status of the record', () => {
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

  it('omits an unknown status and unknown fields', () => {
    expect(build([], undefined)).toMatchObject({
      fields: [],
      recordStatus: undefined,
      detail:
        'The provider holds another record under this identifier. The request did not take effect.',
    });
  });
});
