import { getEventListeners, once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { TestAuthority } from '../support/certificates.js';
import { startTcp } from '../transport/support/servers.js';
import { PayloadHost } from './support/payload-host.js';
import * as payloads from './support/payloads.js';

const host = new PayloadHost();
const problem = (name: string) => `https://pix.bcb.gov.br/api/v2/error/${name}`;

describe('a refusal of the provider', () => {
  it('is PixRecursoNaoEncontradoException for 404 CobPayloadNaoEncontrado', async () => {
    const body = { type: problem('CobPayloadNaoEncontrado'), title: 'Não encontrado', status: 404 };
    host.serveText(JSON.stringify(body), 'application/problem+json', 404);
    expect(await host.failure()).toMatchObject({
      name: 'PixRecursoNaoEncontradoException',
      status: 404,
      type: body.type,
      operation: 'GET /{pixUrlAccessToken}',
      resultUnknown: false,
    });
  });

  it('is PixErroDesconhecidoException with status and type for 410', async () => {
    const body = {
      type: problem('RecPayloadNaoEncontrado'),
      title: 'Não existe mais',
      status: 410,
    };
    host.serveText(JSON.stringify(body), 'application/problem+json', 410);
    expect(await host.failure(host.service(), host.location('/rec/abc'))).toMatchObject({
      name: 'PixErroDesconhecidoException',
      status: 410,
      type: body.type,
      operation: 'GET /rec/{recUrlAccessToken}',
    });
  });

  it('has the violations of 400 CobPayloadOperacaoInvalida', async () => {
    const violacoes = [{ razao: 'DPP anterior ao momento presente', propriedade: 'DPP' }];
    const body = {
      type: problem('CobPayloadOperacaoInvalida'),
      title: 'x',
      status: 400,
      violacoes,
    };
    host.serveText(JSON.stringify(body), 'application/problem+json', 400);
    expect(await host.failure(host.service(), host.location('/cobv/abc'))).toMatchObject({
      name: 'PixErroValidacaoException',
      violacoes,
      operation: 'GET /cobv/{pixUrlAccessToken}',
    });
  });

  it('has retryAfter for 503', async () => {
    host.answer = (_request, response) => response.writeHead(503, { 'retry-after': '7' }).end();
    expect(await host.failure()).toMatchObject({
      name: 'PixErroServicoIndisponivelException',
      retryAfter: 7,
    });
  });

  it.each([300, 301])('is an error for %i even with a payload', async (status) => {
    host.serveText(await host.signer.sign(payloads.cob, { jku: host.jku }), undefined, status);
    expect(await host.failure()).toMatchObject({ name: 'PixErroDesconhecidoException', status });
  });

  it('is an error for the invalid HTTP status 099 even with a payload', async () => {
    const jws = await host.signer.sign(payloads.cob, { jku: host.jku });
    host.answer = (_request, response) => response.socket?.end(`HTTP/1.1 099 Odd\r\n\r\n${jws}`);
    expect(await host.failure()).toMatchObject({
      name: 'PixErroDesconhecidoException',
      status: 99,
    });
  });

  it('is an error for a redirect, which is not followed', async () => {
    host.answer = (_request, response) =>
      response.writeHead(302, { location: `https://${host.location('/elsewhere')}` }).end();
    expect(await host.failure()).toMatchObject({
      name: 'PixErroDesconhecidoException',
      status: 302,
    });
    expect(host.requests).toHaveLength(1);
  });
});

describe('an invalid payload response', () => {
  it('is PixRespostaInvalidaError with status and content type for HTML', async () => {
    host.serveText('<html>bem-vindo</html>', 'text/html');
    expect(await host.failure()).toMatchObject({
      name: 'PixRespostaInvalidaError',
      status: 200,
      contentType: 'text/html',
    });
  });

  it.each(['', 'not.a-jws', 'a.b.c.d', '§a.b.c', '{"txid":"x"}'])(
    'is refused for the body %j',
    async (body) => {
      host.serveText(body);
      expect(await host.failure()).toMatchObject({
        name: 'PixRespostaInvalidaError',
        title: 'Invalid response',
      });
      expect(host.requests).toHaveLength(1);
    },
  );

  it.each(['text/html; like=application/jose', 'application/josephine', 'application/json'])(
    'is refused for a JWS with content type %s',
    async (contentType) => {
      await host.serve(payloads.cob);
      host.serveText(await host.signer.sign(payloads.cob, { jku: host.jku }), contentType);
      expect(await host.failure()).toMatchObject({ title: 'Invalid response', contentType });
    },
  );

  it('is refused for signed text that is not UTF-8', async () => {
    await host.serve(
      Buffer.from(`${JSON.stringify(payloads.cob).slice(0, -1)},"info":"\xff"}`, 'latin1'),
    );
    expect(await host.failure()).toMatchObject({ title: 'Untrusted payload signature' });
  });

  it.each(['"text"', '[]', '{}', '{"txid":1}', 'no json'])(
    'is refused for the signed text %s',
    async (text) => {
      await host.serve(text);
      expect(await host.failure()).toMatchObject({
        name: 'PixRespostaInvalidaError',
        title: 'Invalid payload',
      });
    },
  );
});

describe('the size limit of a response', () => {
  it('ends a response longer than maxResponseBytes', async () => {
    let closed: Promise<unknown> | undefined;
    host.answer = (_request, response) => {
      closed = once(response, 'close');
      const writeUntilFull = () => {
        while (!response.destroyed && response.write('x'.repeat(4096)));
      };
      response.on('drain', writeUntilFull).writeHead(200, { 'content-type': 'application/jose' });
      writeUntilFull();
    };
    const error = await host.failure(host.service({ maxResponseBytes: 10_000 }));
    expect(error).toMatchObject({
      name: 'PixErroTransporteException',
      title: 'Response too large',
    });
    await closed;
  });

  it('allows exactly maxResponseBytes', async () => {
    await host.serve(payloads.cob);
    const { length } = await host.signer.sign(payloads.cob, { jku: host.jku });
    const keySet = JSON.stringify({ keys: host.keys }).length;
    const maxResponseBytes = Math.max(length, keySet);
    const found = await host.service({ maxResponseBytes }).fetch(host.location());
    expect(found).toMatchObject({ kind: 'cob' });
    expect(
      await host.failure(host.service({ maxResponseBytes: maxResponseBytes - 1 })),
    ).toMatchObject({
      title: 'Response too large',
    });
  });

  it('is 128 KiB by default', async () => {
    host.serveText('x'.repeat(131_072));
    expect(await host.failure()).toMatchObject({ title: 'Invalid response' });
    host.serveText('x'.repeat(131_073));
    expect(await host.failure()).toMatchObject({
      title: 'Response too large',
      detail: expect.stringContaining('131072 bytes'),
    });
  });

  it('applies to a key set', async () => {
    await host.serve(payloads.cob);
    host.keysHandler = (_request, response) => response.end(`{"keys":["${'x'.repeat(200_000)}"]}`);
    expect(await host.failure()).toMatchObject({ title: 'Response too large' });
  });
});

describe('a payload connection', () => {
  it('rejects with PixConexaoException when it breaks during the response', async () => {
    host.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('x');
      response.destroy();
    };
    expect(await host.failure()).toMatchObject({ name: 'PixConexaoException' });
  });

  it('rejects with PixConexaoException and the error code when it is refused', async () => {
    const server = await startTcp(() => undefined);
    await server.close();
    expect(await host.failure(host.service(), `${server.host}/abc`)).toMatchObject({
      name: 'PixConexaoException',
      detail: `No connection to ${server.host} (ECONNREFUSED). Nothing was processed.`,
    });
  });

  it('rejects with PixConexaoException before the request when the certificate is not trusted', async () => {
    const otherAuthority = await TestAuthority.create('Other');
    expect(await host.failure(host.service({ ca: otherAuthority.cert }))).toMatchObject({
      name: 'PixConexaoException',
      detail: expect.stringContaining(host.server.host),
    });
    expect(host.requests).toEqual([]);
  });

  it('ends when the caller aborts before or during the request', async () => {
    const controller = new AbortController();
    host.answer = () => controller.abort(new Error('enough'));
    const { signal } = controller;
    for (const expected of [1, 1]) {
      const error = await host.failure(host.service(), host.location(), { signal });
      expect(error).toMatchObject({ name: 'PixErroTransporteException', title: 'Request aborted' });
      expect(error.cause).toMatchObject({ message: 'enough' });
      expect(host.requests).toHaveLength(expected);
    }
  });

  it('removes its listener from the signal', async () => {
    const { signal } = new AbortController();
    await host.serve(payloads.cob);
    await host.service().fetch(host.location(), { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('does not include the location in an error', async () => {
    host.answer = (_request, response) => response.destroy();
    const error = await host.failure(host.service(), host.location('/qr/capability-token'));
    expect(`${error.message} ${JSON.stringify(error)} ${String(error.stack)}`).not.toContain(
      'capability-token',
    );
  });
});
