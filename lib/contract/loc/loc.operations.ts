import type { AtPath, PixOperation } from '../operation.js';
import { locationIdParam } from '../shared/path-params.js';
import { locRecord } from '../shared/record-rules.js';
import { ParametrosConsultaPayloadLocationDto, PayloadLocationSolicitadaDto } from './loc.dto.js';
import type {
  PayloadLocation,
  PayloadLocationCompleta,
  PayloadLocationConsultadas,
} from './loc.types.js';

const locationPath = '/loc/{id}';
const linkPath = '/loc/{id}/txid';

/** Reads a location. */
const get: PixOperation<undefined, PayloadLocationCompleta> & AtPath<typeof locationPath> = {
  id: 'loc.get',
  family: 'loc',
  method: 'GET',
  path: locationPath,
  scope: 'payloadlocation.read',
  params: [locationIdParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'safe',
  identifier: { field: 'id', param: 'id' },
};

/** Reads one page of locations. */
const list: PixOperation<
  undefined,
  PayloadLocationConsultadas,
  ParametrosConsultaPayloadLocationDto
> = {
  id: 'loc.list',
  family: 'loc',
  method: 'GET',
  path: '/loc',
  scope: 'payloadlocation.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: ParametrosConsultaPayloadLocationDto,
  items: 'loc',
  repeat: 'safe',
};

/** Creates a location for a later charge. */
const create: PixOperation<PayloadLocationSolicitadaDto, PayloadLocation> = {
  id: 'loc.create',
  family: 'loc',
  method: 'POST',
  path: '/loc',
  scope: 'payloadlocation.write',
  params: [],
  success: [201],
  requestBody: 'required',
  responseBody: 'json',
  body: PayloadLocationSolicitadaDto,
  locatedBy: 'id',
  repeat: 'duplicates',
  record: locRecord,
  identifier: { field: 'id' },
  candidates: { list, filter: ({ tipoCob }: PayloadLocationSolicitadaDto) => ({ tipoCob }) },
};

/** Detaches the charge from a location; the charge itself remains. */
const unlinkTxid: PixOperation<undefined, PayloadLocation> & AtPath<typeof linkPath> = {
  id: 'loc.unlinkTxid',
  family: 'loc',
  method: 'DELETE',
  path: linkPath,
  scope: 'payloadlocation.write',
  params: [locationIdParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'idempotent',
  record: locRecord,
  identifier: { field: 'id', param: 'id' },
  settle: {
    kind: 'step',
    read: get,
    find: (record) => ('txid' in record && record.txid !== null ? undefined : record),
  },
};

/** Operations on locations of charges. */
export const locOperations = { create, get, unlinkTxid, list } as const;
