import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { Sessions } from '../../sample-app/src/access/session.guard.js';
import { securityHeaders } from '../../sample-app/src/http/configure-http.js';
import type { ShopSettings } from '../../sample-app/src/settings/settings.js';

describe('the sample shop with a bank', () => {
  it('requires https for a year, which the demo does not have', () => {
    const readHeader = (isSecure: boolean) => {
      const request = new IncomingMessage(new Socket());
      const response = new ServerResponse(request);
      securityHeaders(isSecure)(request, response, () => undefined);
      return response.getHeader('strict-transport-security');
    };
    expect(readHeader(true)).toBe('max-age=31536000');
    expect(readHeader(false)).toBeUndefined();
  });

  it('has a cookie that only its own host can set, over https', async () => {
    const settings = { adminEmail: 'a@b.c', adminPassword: 'x', bank: {} } as ShopSettings;
    const sessions = new Sessions(settings);
    const cookie = await sessions.open();
    expect(cookie).toMatch(
      /^__Host-loja_sessao=[^;]+; Path=\/; .*; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(cookie).not.toContain('Domain');
    const [pair = ''] = cookie.split(';', 1);
    await expect(sessions.isOpen(pair)).resolves.toBe(true);
    await expect(sessions.isOpen(pair.replace('__Host-', ''))).resolves.toBe(false);
  });
});
