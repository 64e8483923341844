import { types } from 'node:util';
import { isObject } from '../../errors/index.js';
import {
  anyFunction,
  choose,
  flag,
  listOf,
  must,
  numeric,
  objectOf,
  text,
  valueOr,
  type OptionRule,
  type OptionShape,
} from '../../options/index.js';
import { recebidosRule } from '../provider/recebidos.rule.js';
import type {
  PixWebhookAuthentication,
  PixWebhookClientCertificate,
  PixWebhookMtls,
  PixWebhookProxyVerdict,
  PixWebhookSecret,
  PixWebhookTenant,
} from './authentication.options.js';

/** Leaves `null` to the check that reports parts without a value. */
const orNull = (rule: OptionRule): OptionRule => valueOr([null], rule);

const isText = (value: unknown) => typeof value === 'string';

const secrets = must(
  'one or more non-empty strings',
  (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
);

const secret = choose(
  isObject,
  objectOf<PixWebhookSecret>({ value: orNull(secrets), parameter: text }),
  secrets,
);

const isCertificate = (value: unknown) => isText(value) || value instanceof Uint8Array;

const certificates = must(
  'text, a Buffer or a list of them',
  (value) => isCertificate(value) || (Array.isArray(value) && value.every(isCertificate)),
);

const subject = must(
  'text, a RegExp or a function',
  (value) => isText(value) || types.isRegExp(value) || typeof value === 'function',
);

const mtls: OptionShape<PixWebhookClientCertificate | PixWebhookProxyVerdict> = {
  ca: orNull(certificates),
  subject: orNull(subject),
  header: text,
  ownServer: flag,
  value: text,
};

const addresses = listOf('a list of addresses', text);

/** The parts of the authentication that a receiver and a tenant have in common. */
const parts = {
  mtls: orNull(objectOf<PixWebhookMtls>(mtls, 'an object such as { ca: … }')),
  secret: orNull(secret),
  allowedIps: orNull(addresses),
};

export const authenticationRule = objectOf<PixWebhookAuthentication>({
  ...parts,
  trustedProxies: addresses,
  resolve: anyFunction,
  resolveTimeout: numeric,
});

/** The rule of what `authentication.resolve` returns. */
export const tenantRule = objectOf<PixWebhookTenant>({
  ...parts,
  tenant: text,
  recebidos: recebidosRule,
});
