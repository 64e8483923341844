import type { AtPath, PixOperation } from '../operation.js';
import { matching } from '../path-param.js';
import { ConsultaCobVPayloadDto } from './payload.dto.js';

const cobPath = '/{pixUrlAccessToken}';
const cobvPath = '/cobv/{pixUrlAccessToken}';
const recPath = '/rec/{recUrlAccessToken}';

const LOCATION_TOKEN = /^[a-zA-Z0-9_~-]+$/;

/** Access token in the address of a charge's payload. */
const pixUrlAccessTokenParam = matching(
  'pixUrlAccessToken',
  LOCATION_TOKEN,
  'deve ser o último segmento da location',
);

/** Access token in the address of a recurrence's payload. */
const recUrlAccessTokenParam = matching(
  'recUrlAccessToken',
  LOCATION_TOKEN,
  'deve ser o último segmento da location',
);

/** Reads the signed payload of an immediate charge. */
const getCob: PixOperation<undefined, string> & AtPath<typeof cobPath> = {
  id: 'payload.getCob',
  family: 'cob',
  method: 'GET',
  path: cobPath,
  scope: null,
  params: [pixUrlAccessTokenParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'jws',
  repeat: 'safe',
};

/** Reads the signed payload of a due-date charge. */
const getCobV: PixOperation<undefined, string, ConsultaCobVPayloadDto> & AtPath<typeof cobvPath> = {
  id: 'payload.getCobV',
  family: 'cobv',
  method: 'GET',
  path: cobvPath,
  scope: null,
  params: [pixUrlAccessTokenParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'jws',
  filter: ConsultaCobVPayloadDto,
  repeat: 'safe',
};

/** Reads the signed payload of a recurrence. */
const getRec: PixOperation<undefined, string> & AtPath<typeof recPath> = {
  id: 'payload.getRec',
  family: 'rec',
  method: 'GET',
  path: recPath,
  scope: null,
  params: [recUrlAccessTokenParam],
  success: [200],
  requestBody: 'none',
  responseBody: 'jws',
  repeat: 'safe',
};

/**
 * Look-ups of the payload behind a location. They require no authentication and are addressed at
 * the location's host, not below the provider's base address. The response is a JWS.
 */
export const payloadOperations = { getCob, getCobV, getRec } as const;
