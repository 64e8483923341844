import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { call, onUnauthorized, readFields, url, withQuery } from '../src/api/call.js';

function answer(status: number, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = new Response(status === 204 ? null : text, { status });
  return jest.spyOn(globalThis, 'fetch').mockResolvedValue(response);
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('call', () => {
  it('sends JSON and returns the JSON of the response', async () => {
    const fetch = answer(201, { id: '1' });
    const headers = { 'idempotency-key': 'k' };
    const created = await call('/api/orders', { method: 'POST', body: { itens: [] }, headers });
    expect(created).toEqual({ id: '1' });
    expect(fetch).toHaveBeenCalledWith('/api/orders', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
      body: '{"itens":[]}',
    });
  });

  it('sends no content type without a body, and accepts a response without one', async () => {
    const fetch = answer(204, '');
    await expect(call('/api/admin/session', { method: 'DELETE' })).resolves.toBeUndefined();
    expect(fetch).toHaveBeenCalledWith('/api/admin/session', { method: 'DELETE', headers: {} });
  });

  it.each([
    [400, { message: ['a', 'b'] }, 'a. b'],
    [404, { message: 'Pedido não encontrado' }, 'Pedido não encontrado'],
    [409, '<html>', 'Algo deu errado. Tente de novo.'],
    [422, { message: 7 }, 'Algo deu errado. Tente de novo.'],
    [429, { message: 'Espere.' }, 'Espere.'],
    [429, '', 'Muitas tentativas seguidas. Espere um minuto e tente de novo.'],
    [500, { message: 'ECONNREFUSED' }, 'A loja teve um problema. Tente de novo em instantes.'],
    [501, { message: 'x' }, 'A loja teve um problema. Tente de novo em instantes.'],
    [502, { message: 'x' }, 'Não conseguimos falar com o banco. Tente de novo em instantes.'],
    [503, { message: 'x' }, 'O banco está fora do ar. Tente de novo em instantes.'],
    [504, { message: 'x' }, 'O banco demorou demais para responder. Tente de novo em instantes.'],
  ])('explains a response with %d and %j', async (status, body, message) => {
    answer(status, body);
    await expect(call('/api/orders')).rejects.toMatchObject({ name: 'ApiError', status, message });
  });

  it('names the wrong fields of a request', async () => {
    const campos = [{ campo: 'cpf', mensagem: 'O CPF não é válido' }];
    answer(400, { message: ['O CPF não é válido'], campos });
    const failure = await call('/api/subscriptions').catch((error: unknown) => error);
    expect(readFields(failure)).toEqual({ cpf: 'O CPF não é válido' });
    expect(readFields(new Error('x'))).toEqual({});
  });

  it('reports a request without a response with status 0', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(call('/api/orders')).rejects.toMatchObject({
      status: 0,
      message: 'Sem conexão com a loja. Verifique a internet e tente de novo.',
    });
  });

  it('does not report a request that the page ended as a lost connection', async () => {
    const aborted = new DOMException('aborted', 'AbortError');
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(aborted);
    await expect(call('/api/orders', { signal: AbortSignal.abort() })).rejects.toBe(aborted);
  });

  it('reports that the session has ended', async () => {
    let ended = 0;
    const end = onUnauthorized(() => (ended += 1));
    answer(401, { message: 'Entre com a senha da loja' });
    await expect(call('/api/admin/tasks')).rejects.toMatchObject({ status: 401 });
    end();
    answer(401, {});
    await expect(call('/api/admin/tasks')).rejects.toMatchObject({ status: 401 });
    expect(ended).toBe(1);
  });
});

describe('url', () => {
  it('encodes each parameter', () => {
    expect(url`/api/orders/${'a/../b?c'}/pages/${2}`).toBe('/api/orders/a%2F..%2Fb%3Fc/pages/2');
  });
});

describe('withQuery', () => {
  it('leaves out what is not set', () => {
    const query = { busca: 'ipê & cia', pagina: 2, status: '', de: undefined, ate: null };
    expect(withQuery('/api/admin/charges', query)).toBe(
      '/api/admin/charges?busca=ip%C3%AA+%26+cia&pagina=2',
    );
    expect(withQuery('/api/admin/charges', {})).toBe('/api/admin/charges');
  });
});
