import type { ApiCaller } from '../api-caller.js';
import type { ScenarioRecord, ScenarioRecordKind } from './scenario-result.js';

/** A record of the Pix API that a step created. */
export interface CreatedRecord {
  readonly kind: Exclude<ScenarioRecordKind, 'delivery'>;
  readonly id: string;
  /** `endToEndId` of the Pix of a refund. */
  readonly endToEndId?: string;
}

type State = Pick<ScenarioRecord, 'status' | 'valor'>;

/** Reads the state of each kind of record, as the Pix API shows it. */
const readers: Readonly<
  Record<CreatedRecord['kind'], (api: ApiCaller, created: CreatedRecord) => Promise<State>>
> = {
  cob: async (api, { id }) => {
    const { status, valor } = await api.call('cob.get', { params: { txid: id } });
    return { status, valor: valor.original };
  },
  cobv: async (api, { id }) => {
    const { status, valor } = await api.call('cobv.get', { params: { txid: id } });
    return { status, valor: valor.original };
  },
  pix: async (api, { id }) => {
    const { valor } = await api.call('pix.get', { params: { e2eid: id } });
    return { valor };
  },
  devolucao: async (api, { id, endToEndId = '' }) => {
    const params = { e2eid: endToEndId, id };
    const { status, valor } = await api.call('pix.getRefund', { params });
    return { status, valor };
  },
  rec: async (api, { id }) => {
    const { status } = await api.call('rec.get', { params: { idRec: id } });
    return { status };
  },
  solicrec: async (api, { id }) => {
    const { status } = await api.call('solicrec.get', { params: { idSolicRec: id } });
    return { status };
  },
  cobr: async (api, { id }) => {
    const { status, valor } = await api.call('cobr.get', { params: { txid: id } });
    return { status, valor: valor.original };
  },
};

/** Reads the current state of a record. */
export async function readRecord(api: ApiCaller, created: CreatedRecord): Promise<ScenarioRecord> {
  return { ...created, ...(await readers[created.kind](api, created)) };
}
