import type { PixOperation } from '../operation.js';
import { BbConsultaDevolucoesDto, BbConsultaPixDto } from './bb.dto.js';
import type { BbDevolucoesConsultadas, BbPixConsultados } from './bb.types.js';

/** Reads one page of received Pix; can also filter by key and by dispute. */
const listPix: PixOperation<undefined, BbPixConsultados, BbConsultaPixDto> = {
  id: 'bb.listPix',
  family: 'pix',
  method: 'GET',
  path: '/pix-bb',
  scope: 'pix.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: BbConsultaPixDto,
  items: 'pix',
  repeat: 'safe',
  providers: ['bb'],
};

/** Reads one page of refunds. */
const listDevolucoes: PixOperation<undefined, BbDevolucoesConsultadas, BbConsultaDevolucoesDto> = {
  id: 'bb.listDevolucoes',
  family: 'pix',
  method: 'GET',
  path: '/pix-bb/devolucoes',
  scope: 'pix.read',
  params: [],
  success: [200],
  requestBody: 'none',
  responseBody: 'json',
  filter: BbConsultaDevolucoesDto,
  items: 'devolucoes',
  repeat: 'safe',
  providers: ['bb'],
};

/** Operations that only Banco do Brasil offers. */
export const bbOperations = { listPix, listDevolucoes } as const;
