import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPixClient, type PixClient } from '../../lib/index.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };
const TYPE = 'https://pix.bcb.gov.br/api/v2/error/';

let provider: ScriptedProvider;
let client: PixClient;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
  client = await createPixClient(provider.options({ deadline: 2 }));
});

beforeEach(() => {
  provider.requests.length = 0;
});

afterAll(async () => {
  await client.close();
  await provider.close();
});

describe('the error of a failed response', () => {
  it.each([
    [403, {}, 'PixAcessoNegadoException'],
    [400, { type: `${TYPE}AcessoNegado` }, 'PixAcessoNegadoException'],
    [404, {}, 'PixRecursoNaoEncontradoException'],
    [400, { type: `${TYPE}RecursoNaoEncontrado` }, 'PixRecursoNaoEncontradoException'],
    [400, {}, 'PixErroValidacaoException'],
    [422, { type: `${TYPE}ErroValidacao` }, 'PixErroValidacaoException'],
    [500, {}, 'PixErroServidorException'],
    [503, {}, 'PixErroServicoIndisponivelException'],
    [409, {}, 'PixErroDesconhecidoException'],
    [302, {}, 'PixErroDesconhecidoException'],
    [502, {}, 'PixErroDesconhecidoException'],
    [200 + 229, {}, 'PixErroDesconhecidoException'],
    [500, { status: 404 }, 'PixRecursoNaoEncontradoException'],
    [500, { status: '403' }, 'PixAcessoNegadoException'],
  ])('for HTTP %d with %j is %s', async (status, body, name) => {
    provider.api = { status, body };
    await expect(client.cob.get(TXID)).rejects.toMatchObject({
      name,
      operation: 'GET /cob/{txid}',
    });
  });

  it('has the type, title, status, detail and violacoes of the provider', async () => {
    const problem = {
      type: `${TYPE}CobOperacaoInvalida`,
      title: 'Cobrança inválida.',
      status: 400,
      detail: 'A requisição não respeita o schema.',
      violacoes: [{ razao: 'não respeita o schema', propriedade: 'cob.valor.original' }, 'x', null],
    };
    provider.api = {
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
      body: problem,
    };
    await expect(client.cob.create(COB)).rejects.toMatchObject({
      ...problem,
      violacoes: problem.violacoes.slice(0, 1),
      provider: 'scripted',
      resultUnknown: false,
    });
  });

  it.each([
    ['HTML', '<html>down</html>'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[1]'],
    ['text', '"x"'],
    ['SOAP', '<soap:Envelope/>'],
  ])('follows the HTTP status when the body is %s', async (_, body) => {
    provider.api = { status: 404, body };
    await expect(client.cob.get(TXID)).rejects.toMatchObject({
      name: 'PixRecursoNaoEncontradoException',
      title: 'Erro HTTP 404',
      detail: body,
      type: '',
      message: expect.stringContaining('check baseUrl (PIX_BASE_URL)'),
    });
  });

  it('names no base address after a 404 that the bank reports', async () => {
    provider.api = { status: 404, body: { title: 'Não Encontrado', status: 404 } };
    await expect(client.cob.get(TXID)).rejects.toThrow(/^(?!.*baseUrl)/);
  });

  it('has retryAfter in seconds after a 429', async () => {
    provider.api = { status: 429, headers: { 'retry-after': '7' }, body: {} };
    await expect(client.cob.get(TXID)).rejects.toMatchObject({
      name: 'PixErroDesconhecidoException',
      status: 429,
      retryAfter: 7,
    });
  });

  it.each([500, 502, 504])(
    'has an unknown outcome after %d on a write, but not on a read',
    async (status) => {
      provider.api = { status, body: {} };
      await expect(client.cob.createWithTxid(TXID, COB)).rejects.toMatchObject({
        resultUnknown: true,
      });
      await expect(client.cob.get(TXID)).rejects.toMatchObject({ resultUnknown: false });
    },
  );
});

describe('a call without a response', () => {
  it('rejects with PixTimeoutException and an unknown outcome when the timeout elapses', async () => {
    provider.api = () => undefined;
    await expect(client.cob.create(COB, { timeout: [5, 0.2] })).rejects.toMatchObject({
      name: 'PixTimeoutException',
      status: undefined,
      resultUnknown: true,
      operation: 'POST /cob',
    });
  });

  it('rejects with PixConexaoException and an unknown outcome when the connection breaks after sending', async () => {
    provider.api = (_, response) => {
      response.destroy();
      return undefined;
    };
    await expect(client.cob.create(COB)).rejects.toMatchObject({
      name: 'PixConexaoException',
      resultUnknown: true,
    });
  });

  it('has a known outcome when it is a read', async () => {
    provider.api = () => undefined;
    await expect(client.cob.get(TXID, {}, { timeout: [5, 0.2] })).rejects.toMatchObject({
      name: 'PixTimeoutException',
      resultUnknown: false,
    });
  });

  it('rejects with PixConexaoException and a known outcome when it cannot connect', async () => {
    const unreachable = await createPixClient(
      provider.options({ baseUrl: 'https://127.0.0.1:1/pix/v2' }),
    );
    await expect(unreachable.cob.create(COB)).rejects.toMatchObject({
      name: 'PixConexaoException',
      resultUnknown: false,
    });
    await unreachable.close();
  });

  it('rejects with PixErroTransporteException when it is aborted and reports whether it was sent', async () => {
    const controller = new AbortController();
    provider.api = () => {
      controller.abort(new Error('shopper left'));
      return undefined;
    };
    await expect(client.cob.create(COB, { signal: controller.signal })).rejects.toMatchObject({
      name: 'PixErroTransporteException',
      resultUnknown: true,
      cause: expect.objectContaining({ message: 'shopper left' }),
    });
    await expect(client.cob.create(COB, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'PixErroTransporteException',
      resultUnknown: false,
    });
  });
});

describe('secrets in errors', () => {
  it('masks tokens, secrets, CPF and CNPJ in every printed form of an error', async () => {
    provider.api = ({ headers }) => ({
      status: 400,
      body: {
        title: 'Recusado',
        detail: `token ${headers.authorization} do CPF 12345678909 e CNPJ 12345678000195`,
        violacoes: [
          { razao: 'devedor 123.456.789-09', propriedade: 'devedor', valor: '12345678909' },
        ],
      },
    });
    const body = { ...COB, devedor: { cpf: '12345678909', nome: 'Fulana' } };
    const error: Error = await client.cob.create(body).then(
      () => new Error('accepted'),
      (reason: unknown) => reason as Error,
    );
    const printed = [
      error.message,
      String(error.stack),
      JSON.stringify(error),
      inspect(error, { depth: 10, showHidden: true }),
    ].join('\n');
    expect(printed).not.toMatch(/token-1|secret-1|12345678909|123\.456\.789-09|12345678000195/);
    expect(printed).not.toContain('BEGIN');
  });
});
