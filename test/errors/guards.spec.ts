import { runInNewContext } from 'node:vm';

import { describe, expect, it, jest } from '@jest/globals';

import * as errors from '../../lib/errors/index.js';

type Library = typeof errors;

/** Each class with its ancestors in the library and its stable code (docs/interface.md#errors). */
const classes: [name: keyof errors.PixErrorMap, ancestors: string[], code: string][] = [
  ['PixAPIException', [], 'PIX_API_EXCEPTION'],
  ['PixAcessoNegadoException', ['PixAPIException'], 'PIX_ACESSO_NEGADO'],
  ['PixRecursoNaoEncontradoException', ['PixAPIException'], 'PIX_RECURSO_NAO_ENCONTRADO'],
  ['PixErroValidacaoException', ['PixAPIException'], 'PIX_ERRO_VALIDACAO'],
  ['PixNaoAutorizadoException', ['PixAPIException'], 'PIX_NAO_AUTORIZADO'],
  ['PixErroServidorException', ['PixAPIException'], 'PIX_ERRO_SERVIDOR'],
  ['PixErroServicoIndisponivelException', ['PixAPIException'], 'PIX_SERVICO_INDISPONIVEL'],
  ['PixErroDesconhecidoException', ['PixAPIException'], 'PIX_ERRO_DESCONHECIDO'],
  ['PixRespostaInvalidaError', ['PixAPIException'], 'PIX_RESPOSTA_INVALIDA'],
  ['PixErroTransporteException', ['PixAPIException'], 'PIX_ERRO_TRANSPORTE'],
  ['PixTimeoutException', ['PixErroTransporteException', 'PixAPIException'], 'PIX_TIMEOUT'],
  ['PixConexaoException', ['PixErroTransporteException', 'PixAPIException'], 'PIX_CONEXAO'],
  ['PixConflitoException', ['PixAPIException'], 'PIX_CONFLITO'],
  ['PIXError', [], 'PIX_ERROR'],
  ['AuthenticationError', ['PIXError'], 'PIX_AUTHENTICATION'],
  ['AuthorizationError', ['PIXError'], 'PIX_AUTHORIZATION'],
  ['ValidationError', ['PIXError'], 'PIX_VALIDATION'],
  ['NetworkError', ['PIXError'], 'PIX_NETWORK'],
  ['CertificateError', ['PIXError'], 'PIX_CERTIFICATE'],
  ['ConfigurationError', ['PIXError'], 'PIX_CONFIGURATION'],
  ['RateLimitError', ['PIXError'], 'PIX_RATE_LIMIT'],
  ['PIXTransactionError', ['PIXError'], 'PIX_TRANSACTION'],
  ['BankSpecificError', ['PIXError'], 'PIX_BANK_SPECIFIC'],
  ['APIError', ['PIXError'], 'PIX_API_ERROR'],
  ['ValueError', [], 'PIX_VALUE'],
  ['NotImplementedError', [], 'PIX_NOT_IMPLEMENTED'],
];

function create(library: Library, name: keyof errors.PixErrorMap): Error {
  return name.startsWith('Pix')
    ? new (library[name] as typeof errors.PixAPIException)({ title: 'T' })
    : new (library[name] as typeof errors.PIXError)('T');
}

async function importSecondCopy(): Promise<Library> {
  let copy: Library | undefined;
  await jest.isolateModulesAsync(async () => {
    copy = await import('../../lib/errors/index.js');
  });
  return copy!;
}

describe('the error classes', () => {
  it.each(classes)(
    '%s extends Error and its ancestors, with its name and code',
    (name, ancestors, code) => {
      const error = create(errors, name);
      expect(error).toBeInstanceOf(Error);
      expect(error).toMatchObject({ name, code });
      expect(String(error)).toBe(`${name}: T`);
      expect(error.stack).toContain(`${name}: T`);
      for (const ancestor of ancestors) {
        expect(error).toBeInstanceOf(errors[ancestor as 'PIXError']);
      }
    },
  );

  it('have unique codes', () => {
    expect(new Set(classes.map(([, , code]) => code)).size).toBe(classes.length);
  });

  it('are all in this table', () => {
    const exported = Object.entries<unknown>(errors)
      .filter(([, value]) => typeof value === 'function' && value.prototype instanceof Error)
      .map(([name]) => name);
    expect(exported.sort()).toEqual(classes.map(([name]) => name).sort());
  });
});

describe('error guards', () => {
  it.each(classes)(
    'isPixErrorOfClass accepts %s by its name and the names of its ancestors only',
    (name, ancestors) => {
      const error = create(errors, name);
      for (const [other] of classes) {
        const expected = other === name || ancestors.includes(other);
        expect([other, errors.isPixErrorOfClass(error, other)]).toEqual([other, expected]);
      }
    },
  );

  it('each is* guard accepts its class', () => {
    for (const [key, guard] of Object.entries(errors)) {
      const name = key.slice(2) as keyof errors.PixErrorMap;
      if (!key.startsWith('is') || !(name in errors)) continue;
      expect([key, (guard as typeof errors.isGeneralPixError)(create(errors, name))]).toEqual([
        key,
        true,
      ]);
      expect((guard as typeof errors.isGeneralPixError)(new Error('x'))).toBe(false);
    }
  });

  it('isRateLimitError accepts a 429 of the provider of any class', () => {
    const tooMany: unknown = errors.errorFromResponse({
      status: 429,
      body: '',
      retryAfterHeader: '7',
    });
    expect(tooMany).toBeInstanceOf(errors.PixErroDesconhecidoException);
    expect(errors.isRateLimitError(tooMany) && tooMany.retryAfter).toBe(7);
    const other = errors.errorFromResponse({ status: 503, body: '' });
    expect(errors.isRateLimitError(other)).toBe(false);
    // A refused value keeps its type.
    if (!errors.isRateLimitError(other)) expect(other.status).toBe(503);
  });

  it('accept errors of another copy of the library, which instanceof refuses', async () => {
    const copy = await importSecondCopy();
    for (const [name] of classes) {
      const foreign = create(copy, name);
      expect(foreign).not.toBeInstanceOf(errors[name]);
      expect(errors.isPixErrorOfClass(foreign, name)).toBe(true);
      expect(copy.isPixErrorOfClass(create(errors, name), name)).toBe(true);
    }
  });

  it('accept an error of another realm', () => {
    const foreign: unknown = runInNewContext(
      `Object.assign(new Error('x'), { [Symbol.for('nestjs-pix.error')]: ['PIXError'] })`,
    );
    expect(errors.isGeneralPixError(foreign)).toBe(true);
  });

  it('accept a subclass of an application', () => {
    class CustomTimeout extends errors.PixTimeoutException {}
    expect(errors.isPixTimeoutException(new CustomTimeout({ title: 'T' }))).toBe(true);
  });

  it.each([undefined, null, 7, 'PIXError', {}, [], new Error('x'), { name: 'PIXError' }])(
    'refuses %p',
    (value) => {
      expect(errors.isGeneralPixError(value)).toBe(false);
      expect(errors.isPixErrorOfClass(value, 'PixAPIException')).toBe(false);
    },
  );
});
