import { generateTxid } from '../../../lib/index.js';
import type { Json } from '../../simulator/support/bare-client.js';
import { writeOperation } from './operation.js';

/** Locations have no mark of their call, so the report only counts them. */
const unmarked = { share: 0.1, settles: false, prepare: () => ({}), effects: () => 0 };

const getId = ({ id }: Json) => String(id);

export const locationOperations = [
  writeOperation<object>({
    name: 'POST /loc',
    on: 'POST /loc',
    ...unmarked,
    call: (client, _, options) => client.loc.create({ tipoCob: 'cobv' }, options),
    getIdentifier: getId,
    unmarked: ({ loc }) =>
      [...loc.values()].filter(({ tipoCob, txid }) => tipoCob === 'cobv' && !txid).map(getId),
  }),
  writeOperation<object>({
    name: 'POST /locrec',
    on: 'POST /locrec',
    ...unmarked,
    call: (client, _, options) => client.locRec.create(options),
    getIdentifier: getId,
    unmarked: ({ locrec }) => [...locrec.values()].filter(({ idRec }) => !idRec).map(getId),
  }),
  writeOperation<{ id: number }>({
    name: 'DELETE /loc/{id}/txid',
    on: 'DELETE /loc/{id}/txid',
    readBy: 'GET /loc/{id}',
    share: 0.1,
    // An unlink is never sent again: by then the location can have another charge.
    settles: false,
    params: ({ id }) => ({ id: String(id) }),
    async prepare(bank) {
      const body = { valor: { original: '5.00' }, chave: 'k@example.com' };
      const { loc } = await bank.call('PUT', `/cob/${generateTxid()}`, body);
      return { id: loc.id as number };
    },
    call: (client, { id }, options) => client.loc.unlinkTxid(id, options),
    getIdentifier: getId,
    names: (_, { id }, answer) => answer === String(id),
    effects: ({ loc }, { id }) => (loc.get(String(id))?.txid === undefined ? 1 : 0),
  }),
];
