import { expect, it } from '@jest/globals';
import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { PixPayloadService } from '../../lib/payload/index.js';
import { PayloadHost } from './support/payload-host.js';
import { cob } from './support/payloads.js';

const host = new PayloadHost();

it('sends look-ups through the interceptors of an HttpService, without the headers that they add', async () => {
  const http = new HttpService(axios.create());
  const urls: unknown[] = [];
  http.axiosRef.interceptors.request.use((config) => {
    urls.push(config.url);
    config.headers.set('X-Bank-Key', 'never-for-other-hosts');
    return config;
  });
  const { cert: ca } = host.authority;
  const options = { ca, allowPrivateAddresses: true, allowAnyPort: true };
  await host.serve(cob);
  const found = await new PixPayloadService(options, http).fetch(host.location('/qr/v2/abc'));
  expect(found).toMatchObject({ kind: 'cob', payload: cob });
  expect(urls).toEqual([`https://${host.location('/qr/v2/abc')}`, host.jku]);
  expect(host.requests).toEqual(['/qr/v2/abc', '/jwks.json']);
  expect(host.headers).not.toHaveProperty('x-bank-key');
});
