import type { Type } from '@nestjs/common';
import { PixClient, type PixFamilyKey } from './pix-client.js';

/** The service of each family and its property in a client. */
export const pixServices: readonly { service: Type; key: PixFamilyKey }[] = Object.entries(
  PixClient.services,
).map(([key, service]) => ({ service, key: key as PixFamilyKey }));
