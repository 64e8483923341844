import { afterEach } from '@jest/globals';
import type { Provider } from '@nestjs/common';
import { buildPix } from '../../../devkit/testing.js';
import {
  PixWebhookReceiverModule,
  type PixWebhookReceiverOptions,
} from '../../../lib/receiver/index.js';
import { startApp, type RunningApp, type StartOptions } from './app.js';
import { post } from './post.js';

const authentication = { secret: 'a-long-and-random-secret-of-tests' };
const address = `/webhooks/pix/pix?hmac=${authentication.secret}`;

let running: RunningApp | undefined;

/** What handlers and enhancers did, in order; empty before each test. */
export const steps: string[] = [];

/** Starts a receiver with these providers on Fastify; it is closed after the test. */
export async function start(
  providers: Provider[],
  options: PixWebhookReceiverOptions = {},
  settings: StartOptions = {},
): Promise<RunningApp> {
  running = await startApp(
    'Fastify',
    {
      imports: [PixWebhookReceiverModule.forRoot({ authentication, ...options })],
      providers,
    },
    settings,
  );
  return running;
}

/** Notifies one Pix and returns the status of the response. */
export async function deliver({ port }: RunningApp, pix = buildPix()): Promise<number> {
  return (await post(port, address, { pix: [pix] })).status;
}

afterEach(async () => {
  await running?.app.close();
  running = undefined;
  steps.length = 0;
});
