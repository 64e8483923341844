import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { Dispatcher } from '../../../devkit/simulator/http/dispatcher.js';

describe('Dispatcher', () => {
  it('ErroInternoDoServidor: answers without details and reports the error', async () => {
    const defect = new Error('a defect with details');
    const endpoint = { handle: () => Promise.reject(defect) };
    const defects: unknown[] = [];
    const { handle } = new Dispatcher([['/api', endpoint]], (error) => defects.push(error));
    const server = createServer(handle);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api/cob`);
    const text = await response.text();

    expect(response.status).toBe(500);
    expect(JSON.parse(text).type).toMatch(/ErroInternoDoServidor$/);
    expect(text).not.toContain('details');
    expect(defects).toEqual([defect]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
