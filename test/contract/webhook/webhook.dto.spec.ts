import { describe } from '@jest/globals';
import {
  ParametrosConsultaWebhooksDto,
  WebhookSolicitadoDto,
} from '../../../lib/contract/index.js';
import { acceptsEach, refusesEach } from '../support/refusals.js';

describe('WebhookSolicitadoDto', () => {
  const body = { webhookUrl: 'https://pix.example.com/api/webhook/' };
  refusesEach(WebhookSolicitadoDto, body, [
    ['webhookUrl', undefined],
    ['webhookUrl', null],
    ['webhookUrl', ''],
    ['webhookUrl', 'pix.example.com/api'],
    ['webhookUrl', 'ftp://pix.example.com'],
    ['webhookUrl', 'https://'],
    ['webhookUrl', 5],
    ['webhookUrl', 'https://pix.example.com/ '],
    ['webhookUrl', 'https://pix.example.com/\u0000'],
    ['webhookUrl', 'https://pix.example.com/notificação'],
    ['webhookUrl', 'https://pix.example.com/%zz'],
    ['webhookUrl', 'https://pix.example.com/#a#b'],
    ['webhookUrl', 'https://pix.example.com/[1]'],
  ]);
  acceptsEach(WebhookSolicitadoDto, body, [
    ['webhookUrl', 'http://127.0.0.1:3000/webhook?hmac=x&ignorar='],
    ['webhookUrl', 'https://pix.example.com/notifica%C3%A7%C3%A3o#fim'],
    ['webhookUrl', 'http://[::1]:3000/webhook'],
    ['hmac', 'x'],
  ]);
});

describe('ParametrosConsultaWebhooksDto', () => {
  const filter = { inicio: '2020-04-01T00:00:00Z', fim: '2020-04-02T00:00:00Z', paginaAtual: 1 };
  refusesEach(ParametrosConsultaWebhooksDto, filter, [
    ['inicio', 'ontem'],
    ['fim', '2020-03-01T00:00:00Z'],
    ['fim', '2020-03-31T23:59:60Z'],
    ['paginaAtual', -1],
    ['itensPorPagina', 0],
    ['itensPorPagina', 1001],
  ]);
  acceptsEach(ParametrosConsultaWebhooksDto, filter, [
    ['inicio', undefined],
    ['fim', undefined],
    ['paginaAtual', undefined],
  ]);
});
