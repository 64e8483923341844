import { getEventListeners, once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { TestAuthority } from '../support/certificates.js';
import { startTcp } from '../transport/support/servers.js';
import { PayloadHost } from './support/payload-host.js';
import * as payloads from './support/payloads.js';

const host = new PayloadHost();
const problem = (name: string) => `https://pix.bcb.gov.br/api/v2/error/${name}`;

describe('a refusal of the provider', () => {
  it('404 CobPayloadNaoEncontrado is PixRecursoNaoEncontradoException', async () => {
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

  it('410 is an unknown error with its status and type', async () => {
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

  it('400 CobPayloadOperacaoInvalida keeps its violations', async () => {
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

  it('503 keeps Retry-After', async () => {
    host.answer = (_request, response) => response.writeHead(503, { 'retry-after': '7' }).end();
    expect(await host.failure()).toMatchObject({
      name: 'PixErroServicoIndisponivelException',
      retryAfter: 7,
    });
  });

  it.each([300, 301])('%i is an error, even with a payload', async (status) => {
    host.serveText(await host.signer.sign(payloads.cob, { jku: host.jku }), undefined, status);
    expect(await host.failure()).toMatchObject({ name: 'PixErroDesconhecidoException', status });
  });

  it('099, which is no status of HTTP, is an error, even with a payload', async () => {
    const jws = await host.signer.sign(payloads.cob, { jku: host.jku });
    host.answer = (_request, response) => response.socket?.end(`HTTP/1.1 099 Odd\r\n\r\n${jws}`);
    expect(await host.failure()).toMatchObject({
      name: 'PixErroDesconhecidoException',
      status: 99,
    });
  });

  it('a redirect is an error and is not followed', async () => {
    host.answer = (_request, response) =>
      response.writeHead(302, { location: `https://${host.location('/elsewhere')}` }).end();
    expect(await host.failure()).toMatchObject({
      name: 'PixErroDesconhecidoException',
      status: 302,
    });
    expect(host.requests).toHaveLength(1);
  });
});

describe('an answer that is no payload', () => {
  it('HTML is PixRespostaInvalidaError with status and content type', async () => {
    host.serveText('<html>bem-vindo</html>', 'text/html');
    expect(await host.failure()).toMatchObject({
      name: 'PixRespostaInvalidaError',
      status: 200,
      contentType: 'text/html',
    });
  });

  it.each(['', 'not.a-jws', 'a.b.c.d', '§a.b.c', '{"txid":"x"}'])('nor is %j', async (body) => {
    host.serveText(body);
    expect(await host.failure()).toMatchObject({
      name: 'PixRespostaInvalidaError',
      title: 'Invalid response',
    });
    expect(host.requests).toHaveLength(1);
  });

  it.each(['text/html; like=application/jose', 'application/josephine', 'application/json'])(
    'nor is a JWS served as %s',
    async (contentType) => {
      await host.serve(payloads.cob);
      host.serveText(await host.signer.sign(payloads.cob, { jku: host.jku }), contentType);
      expect(await host.failure()).toMatchObject({ title: 'Invalid response', contentType });
    },
  );

  it('nor is signed text that is not UTF-8', async () => {
    await host.serve(
      Buffer.from(`${JSON.stringify(payloads.cob).slice(0, -1)},"info":"\xff"}`, 'latin1'),
    );
    expect(await host.failure()).toMatchObject({ title: 'Untrusted payload signature' });
  });

  it.each(['"text"', '[]', '{}', '{"txid":1}', 'no json'])('nor is a signed %s', async (text) => {
    await host.serve(text);
    expect(await host.failure()).toMatchObject({
      name: 'PixRespostaInvalidaError',
      title: 'Invalid payload',
    });
  });
});

describe('an answer without bounds', () => {
  it('is cut off at maxResponseBytes, whatever its length is said to be', async () => {
    let closed: Promise<unknown> | undefined;
    host.answer = (_request, response) => {
      closed = once(response, 'close');
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(4096)));
      };
      response.on('drain', more).writeHead(200, { 'content-type': 'application/jose' });
      more();
    };
    const error = await host.failure(host.service({ maxResponseBytes: 10_000 }));
    expect(error).toMatchObject({
      name: 'PixErroTransporteException',
      title: 'Response too large',
    });
    await closed;
  });

  it('may have maxResponseBytes, and not one more', async () => {
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

  it('may have 128 KiB unless maxResponseBytes says otherwise', async () => {
    host.serveText('x'.repeat(131_072));
    expect(await host.failure()).toMatchObject({ title: 'Invalid response' });
    host.serveText('x'.repeat(131_073));
    expect(await host.failure()).toMatchObject({
      title: 'Response too large',
      detail: expect.stringContaining('131072 bytes'),
    });
  });

  it('is bounded as a key set too', async () => {
    await host.serve(payloads.cob);
    host.answerKeys = (_request, response) => response.end(`{"keys":["${'x'.repeat(200_000)}"]}`);
    expect(await host.failure()).toMatchObject({ title: 'Response too large' });
  });
});

describe('a connection', () => {
  it('that breaks in the middle of the answer is PixConexaoException', async () => {
    host.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('x');
      response.destroy();
    };
    expect(await host.failure()).toMatchObject({ name: 'PixConexaoException' });
  });

  it('that nobody accepts is PixConexaoException with the code of the failure', async () => {
    const server = await startTcp(() => undefined);
    await server.close();
    expect(await host.failure(host.service(), `${server.host}/abc`)).toMatchObject({
      name: 'PixConexaoException',
      detail: `No connection to ${server.host} (ECONNREFUSED). Nothing was processed.`,
    });
  });

  it('to a host whose certificate nobody trusts is PixConexaoException, and nothing is asked', async () => {
    const stranger = await TestAuthority.create('Stranger');
    expect(await host.failure(host.service({ ca: stranger.cert }))).toMatchObject({
      name: 'PixConexaoException',
      detail: expect.stringContaining(host.server.host),
    });
    expect(host.requests).toEqual([]);
  });

  it('ends when the caller aborts, before and during the look-up', async () => {
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

  it('leaves no listener on the signal of the caller', async () => {
    const { signal } = new AbortController();
    await host.serve(payloads.cob);
    await host.service().fetch(host.location(), { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('that fails never prints the location, which gives whoever has it the payload', async () => {
    host.answer = (_request, response) => response.destroy();
    const error = await host.failure(host.service(), host.location('/qr/capability-token'));
    expect(`${error.message} ${JSON.stringify(error)} ${String(error.stack)}`).not.toContain(
      'capability-token',
    );
  });
});
