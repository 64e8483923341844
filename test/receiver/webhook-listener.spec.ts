import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Authenticator } from '../../lib/receiver/authentication/authenticator.js';
import { PixWebhookStats } from '../../lib/receiver/dispatch/outcomes.js';
import {
  type NotificationIntake,
  WebhookListener,
} from '../../lib/receiver/http/webhook.listener.js';
import { systemRuntime } from '../../lib/runtime/index.js';
import { RecordedLog } from './support/log.js';
import { Observer } from './support/observer.js';

const authenticator = {
  authenticate: () => ({ address: 'unknown', refusal: 'secret' }),
} as unknown as Authenticator;

beforeEach(() => Logger.overrideLogger(new RecordedLog()));
afterEach(() => Logger.overrideLogger(undefined as never));

it.each<[string, unknown, string]>([
  ['TLS', Object.assign(new Socket(), { encrypted: true }), 'https'],
  ['a plain connection', new Socket(), 'http'],
  ['a host without sockets', undefined, 'http'],
])('reports the scheme of a delivery over %s', async (_name, socket, scheme) => {
  const observer = new Observer();
  const options = {
    name: 'default',
    accepted: new Set<never>(),
    authenticator,
    maxBodySize: 1,
    maxEvents: 1,
    middleware: [],
    runtime: systemRuntime,
  };
  const stats = new PixWebhookStats();
  // A refused caller's notification is not taken in.
  const intake = undefined as unknown as NotificationIntake;
  const listener = new WebhookListener(options, intake, stats, observer);
  const request = new IncomingMessage(socket as Socket);
  const response = new ServerResponse(request);
  const target = { path: '/webhooks/pix', kind: undefined, query: new URLSearchParams() };
  await listener.answer(request, response, target, '/webhooks/pix');
  expect(response.statusCode).toBe(403);
  expect(observer.activities).toMatchObject([
    { kind: 'delivery', scheme, result: 'unauthenticated', status: 403 },
  ]);
});
