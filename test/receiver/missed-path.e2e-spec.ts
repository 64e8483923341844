import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, HttpCode, Injectable, Post } from '@nestjs/common';
import { OnPixRecebido, PixWebhookReceiverModule } from '../../lib/receiver/index.js';
import { platforms, startApp, type RunningApp } from './support/app.js';
import { post } from './support/post.js';

const SECRET = 'segredo-do-receptor-1234';

@Injectable()
class Payments {
  @OnPixRecebido()
  paid() {
    return undefined;
  }
}

@Controller('hooks')
class Hooks {
  @Post()
  @HttpCode(204)
  take() {
    return undefined;
  }
}

describe.each(platforms)('a POST beside the path of a receiver, on %s', (platform) => {
  let running: RunningApp;

  afterEach(() => running.app.close());

  async function start(path: string) {
    running = await startApp(
      platform,
      {
        imports: [PixWebhookReceiverModule.forRoot({ path, authentication: { secret: SECRET } })],
        controllers: [Hooks],
        providers: [Payments],
      },
      { configure: (app) => app.setGlobalPrefix('api') },
    );
    return async (...paths: string[]) => {
      for (const each of paths) await post(running.port, `${each}?hmac=${SECRET}`, { pix: [] });
      return running.log.lines.filter((line) => line.includes('was answered with 404'));
    };
  }

  it('is logged once for each path, with the remedy and without the secret', async () => {
    const send = await start('/webhooks/pix');
    const lines = await send(
      '/webhooks/pix', // without the prefix
      '/webhooks/pix',
      '/api/webhooks/pix/pix/pix', // the suffix twice
      '/api/webhooks/rec', // a suffix instead of the last segment
      '/proxy/api/webhooks/pix',
    );
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain(
      'POST /webhooks/pix was answered with 404: this receiver serves /api/webhooks/pix, /api/webhooks/pix/pix, /api/webhooks/pix/rec, /api/webhooks/pix/cobr. Register the address with the path /api/webhooks/pix, global prefix included; the bank appends the suffix.',
    );
    expect(lines.join()).not.toContain(SECRET);
  });

  it('is not logged beyond ten paths, which callers may choose', async () => {
    const send = await start('/webhooks/pix');
    const paths = Array.from({ length: 15 }, (_, index) => `/${index}/api/webhooks/pix`);
    await expect(send(...paths)).resolves.toHaveLength(10);
  });

  it('is not logged if the path is another one, or the application or the receiver serves it', async () => {
    const send = await start('/hooks/pix');
    await expect(
      send('/api/orders', '/api/hooks', '/api/hooks/pix', '/api/hooks/pix/pix'),
    ).resolves.toEqual([]);
  });
});
