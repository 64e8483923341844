import type { AtPath, PixOperation } from '../operation.js';
import { locationIdParam } from '../shared/path-params.js';
import { ParametrosConsultaPayloadLocationRecDto } from './locrec.dto.js';
import type {
  PayloadLocationRecCompleta,
  PayloadLocationRecConsultadas,
  PayloadLocationRecGerada,
} from './locrec.types.js';

const locationPath = '/locrec/{id}';
const linkPath = '/locrec/{id}/idRec';

/** Reads a location. */
const get: PixOperation<undefined, PayloadLocationRecCompleta> & AtPath<typeof locationPath> = {
  id: 'locrec.get',
  family: 'locrec',
  method: 'GET',
  path: locationPath,
  scope: 'payloadlocationrec.read',
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
  PayloadLocationRecConsultadas,
  ParametrosConsultaPayloadLocationRecDto
> = {
  id: 'locrec.list',
  family: 'locrec',
  method: 'GET',
  path: '/locrec',
  scope: 'payloadlocationrec.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: ParametrosConsultaPayloadLocationRecDto,
  items: 'loc',
  repeat: 'safe',
};

/** Creates a location for a later recurrence. */
const create: PixOperation<undefined, PayloadLocationRecGerada> = {
  id: 'locrec.create',
  family: 'locrec',
  method: 'POST',
  path: '/locrec',
  scope: 'payloadlocationrec.write',
  params: [],
  success: [201],
  requestBody: 'none',
  responseBody: 'json',
  locatedBy: 'id',
  repeat: 'duplicates',
  identifier: { field: 'id' },
  candidates: { list },
};

/** Detaches the recurrence from a location; the recurrence itself remains. */
const unlinkIdRec: PixOperation<undefined, PayloadLocationRecCompleta> & AtPath<typeof linkPath> = {
  id: 'locrec.unlinkIdRec',
  family: 'locrec',
  method: 'DELETE',
  path: linkPath,
  scope: 'payloadlocationrec.write',
  params: [locationIdParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  repeat: 'idempotent',
  identifier: { field: 'id', param: 'id' },
  settle: {
    kind: 'step',
    read: get,
    find: (record) => ('idRec' in record && record.idRec !== null ? undefined : record),
  },
};

/** Operations on locations of recurrences. */
export const locrecOperations = { create, get, unlinkIdRec, list } as const;
