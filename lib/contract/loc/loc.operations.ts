import { create, json, list, read, step } from '../operation.js';
import { locationIdParam } from '../path.js';
import {
  ParametrosConsultaPayloadLocationDto,
  ParametrosConsultaPayloadLocationRecDto,
  PayloadLocationSolicitadaDto,
} from './loc.dto.js';
import type {
  PayloadLocation,
  PayloadLocationCompleta,
  PayloadLocationConsultadas,
  PayloadLocationRecCompleta,
  PayloadLocationRecConsultadas,
  PayloadLocationRecGerada,
} from './loc.types.js';

/** Locations (BCB schema `PayloadLocation`). */
const record = {
  money: ['tipoCob'],
  stateful: [],
  created: 'criacao',
  history: 'replaced',
} as const;

const location = {
  params: [locationIdParam],
  identifier: { field: 'id', param: 'id' },
} as const;
const reads = { scope: 'payloadlocation.read' } as const;
const writes = { scope: 'payloadlocation.write', record } as const;
const readsRec = { scope: 'payloadlocationrec.read' } as const;
const writesRec = {
  scope: 'payloadlocationrec.write',
  record: { ...record, money: [] },
} as const;

/** Finds a location to which nothing is attached any more: its record has no such field. */
const withoutLink = (field: string) => (found: object) =>
  ((found as Readonly<Record<string, unknown>>)[field] ?? null) === null ? found : undefined;

/** Reads a location. */
const getLoc = read({
  ...location,
  ...reads,
  id: 'loc.get',
  path: '/loc/{id}',
  returns: json<PayloadLocationCompleta>(),
});

/** Reads one page of locations. */
const listLoc = list({
  ...reads,
  id: 'loc.list',
  path: '/loc',
  filter: ParametrosConsultaPayloadLocationDto,
  items: 'loc',
  returns: json<PayloadLocationConsultadas>(),
});

/** Operations on locations of charges. */
export const locOperations = {
  /** Creates a location for a later charge. */
  create: create({
    ...writes,
    id: 'loc.create',
    path: '/loc',
    body: PayloadLocationSolicitadaDto,
    returns: json<PayloadLocation>(),
    locatedBy: 'id',
    identifier: { field: 'id' },
    candidates: { list: listLoc, filter: ({ tipoCob }) => ({ tipoCob }) },
  }),

  get: getLoc,

  /** Detaches the charge from a location; the charge itself remains. */
  unlinkTxid: step({
    ...location,
    ...writes,
    id: 'loc.unlinkTxid',
    method: 'DELETE',
    path: '/loc/{id}/txid',
    returns: json<PayloadLocation>(),
    repeat: 'idempotent',
    read: getLoc,
    find: withoutLink('txid'),
  }),

  list: listLoc,
} as const;

/** Reads a location. */
const getLocRec = read({
  ...location,
  ...readsRec,
  id: 'locrec.get',
  path: '/locrec/{id}',
  returns: json<PayloadLocationRecCompleta>(),
});

/** Reads one page of locations. */
const listLocRec = list({
  ...readsRec,
  id: 'locrec.list',
  path: '/locrec',
  filter: ParametrosConsultaPayloadLocationRecDto,
  items: 'loc',
  returns: json<PayloadLocationRecConsultadas>(),
});

/** Operations on locations of recurrences. */
export const locrecOperations = {
  /** Creates a location for a later recurrence. */
  create: create({
    ...writesRec,
    id: 'locrec.create',
    path: '/locrec',
    returns: json<PayloadLocationRecGerada>(),
    locatedBy: 'id',
    identifier: { field: 'id' },
    candidates: { list: listLocRec },
  }),

  get: getLocRec,

  /** Detaches the recurrence from a location; the recurrence itself remains. */
  unlinkIdRec: step({
    ...location,
    ...writesRec,
    id: 'locrec.unlinkIdRec',
    method: 'DELETE',
    path: '/locrec/{id}/idRec',
    returns: json<PayloadLocationRecCompleta>(),
    repeat: 'idempotent',
    read: getLocRec,
    find: withoutLink('idRec'),
  }),

  list: listLocRec,
} as const;
