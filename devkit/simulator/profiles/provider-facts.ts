import type { PixProvider } from 'nestjs-pix';

/**
 * The fields of a provider profile that quirks have in the same form, and that a simulator applies.
 */
export const providerFacts = [
  'name',
  'versions',
  'query',
  'accountHeader',
  'emptyIsNotFound',
  'maxItensPorPagina',
  'maxPeriod',
  'wholeSeconds',
  'phoneKeyWithoutPlus',
] as const satisfies readonly (keyof PixProvider)[];

/** The further fields of a profile that a client of the simulated provider needs. */
export const clientFacts = [
  'clientAuth',
  'token',
  'appKeyQuery',
  'correlationHeader',
  'scopes',
  'features',
] as const satisfies readonly (keyof PixProvider)[];
