import { describe, expect, it } from '@jest/globals';
import {
  buildCobrancaRecorrente,
  buildDevolucao,
  buildPix,
  buildRecorrencia,
} from '../../devkit/testing.js';
import {
  canonicalDigest,
  contentDigest,
  isPixEnviado,
  type PixEvent,
  readEvents,
  parseJson,
} from '../../lib/receiver/events.js';

describe('canonicalDigest', () => {
  it('does not depend on the order of fields, at any depth', () => {
    const digest = canonicalDigest({ a: 1, b: { c: [1, 2], d: null }, e: 'x' });
    expect(canonicalDigest({ e: 'x', b: { d: null, c: [1, 2] }, a: 1 })).toBe(digest);
    expect(digest).toMatch(/^[\w-]{22}$/);
  });

  it('differs for different data', () => {
    const values = [
      null,
      {},
      [],
      'null',
      '',
      0,
      false,
      [1, 2],
      [2, 1],
      [12],
      { a: 1 },
      { a: '1' },
      { b: 1 },
      { a: null },
      { a: {} },
      { a: [] },
      { a: 1, b: 2 },
      { a: 2, b: 1 },
    ];
    expect(new Set(values.map(canonicalDigest)).size).toBe(values.length);
  });

  it('is stable across releases, because stores persist it in keys', () => {
    // SHA-256 of the canonical text {"a":[1,"x"],"b":null}.
    expect(canonicalDigest({ b: null, a: [1, 'x'] })).toBe('hU7wbcV_Xf7RAgY0SrLQLg');
  });
});

describe('contentDigest', () => {
  const buildDigest = (fields: object) =>
    contentDigest({ type: 'pix.recebido', key: 'k', payload: buildPix(fields) });
  const refund = (pix: object, devolucao: object): PixEvent => ({
    type: 'pix.devolucao',
    key: 'k',
    payload: { devolucao: buildDevolucao(devolucao), pix: buildPix({ txid: 'a', ...pix }) },
  });

  it('covers only amount and txid of a received or sent Pix', () => {
    const digest = buildDigest({ valor: '1.00', txid: 'a' });
    expect(buildDigest({ valor: '1.00', txid: 'a', infoPagador: 'x' })).toBe(digest);
    expect(buildDigest({ valor: '1.00', txid: 'b' })).not.toBe(digest);
    expect(buildDigest({ valor: '2.00', txid: 'a' })).not.toBe(digest);
    expect(buildDigest({ valor: '1.00', txid: undefined })).toBe(
      buildDigest({ valor: '1.00', txid: '' }),
    );
    const payload = { ...buildPix({ valor: '1.00', txid: 'a' }) };
    const sent = { type: 'pix.enviado', key: 'other', payload } as unknown as PixEvent;
    expect(contentDigest(sent)).toBe(digest);
    expect(digest).toMatch(/^[\w-]{22}$/);
  });

  it('covers the amounts and the txid of a refund', () => {
    const digest = contentDigest(refund({}, { valor: '7.00' }));
    expect(contentDigest(refund({}, { valor: '7' }))).toBe(digest);
    expect(contentDigest(refund({}, { valor: '8.00' }))).not.toBe(digest);
    expect(contentDigest(refund({ valor: '38.00' }, { valor: '7.00' }))).not.toBe(digest);
    expect(contentDigest(refund({ txid: 'b' }, { valor: '7.00' }))).not.toBe(digest);
    const withoutTxid = (txid?: string) => contentDigest(refund({ txid }, { valor: 'x' }));
    expect(withoutTxid()).toBe(withoutTxid(''));
  });

  it('depends on the key of any other event', () => {
    const event = (key: string): PixEvent => ({
      type: 'recorrencia',
      key,
      payload: buildRecorrencia(),
    });
    expect(contentDigest(event('a'))).toBe(contentDigest(event('a')));
    expect(contentDigest(event('a'))).not.toBe(contentDigest(event('b')));
  });
});

describe('the events of a received Pix', () => {
  const id = 'E'.repeat(32);

  it('reads a Pix and its refunds in a final state', () => {
    const devolucoes = ['DEVOLVIDO', 'NAO_REALIZADO', 'EM_PROCESSAMENTO'].map((status, index) =>
      buildDevolucao({ id: `dev${index}`, status: status as never }),
    );
    const keys = readEvents('pix', buildPix({ endToEndId: id, devolucoes }))?.map(({ key }) => key);
    expect(keys).toEqual([
      `pix:${id}`,
      `devolucao:${id}:dev0:DEVOLVIDO`,
      `devolucao:${id}:dev1:NAO_REALIZADO`,
    ]);
    expect(readEvents('pix', buildPix({ devolucoes: [] }))).toHaveLength(1);
  });

  it.each([
    { txid: null },
    { txid: undefined },
    { txid: '' },
    { valor: '0.01' },
    { devolucoes: [buildDevolucao({ id: 'a'.repeat(35) })] },
    { devolucoes: [buildDevolucao({ id: 'a' })] },
  ])('accepts a Pix with %j', (fields) => {
    expect(readEvents('pix', { ...buildPix(), ...fields })).toBeDefined();
  });

  it.each([
    { endToEndId: 'E'.repeat(31) },
    { endToEndId: 'E'.repeat(33) },
    { endToEndId: `-${'E'.repeat(32)}` },
    { endToEndId: `${'E'.repeat(32)}-` },
    { endToEndId: 1 },
    { valor: '0.00' },
    { valor: 0 },
    { valor: 'x' },
    { horario: '' },
    { horario: undefined },
    { txid: 1 },
    { devolucoes: {} },
    { devolucoes: [null] },
    { devolucoes: [buildDevolucao(), buildDevolucao({ id: '' })] },
    { devolucoes: [buildDevolucao({ id: 'a'.repeat(36) })] },
    { devolucoes: [buildDevolucao({ id: 'a:b' })] },
    { devolucoes: [buildDevolucao({ id: '-a' })] },
    { devolucoes: [buildDevolucao({ id: 1 as never })] },
    { devolucoes: [buildDevolucao({ status: '' as never })] },
  ])('refuses a Pix with %j', (fields) => {
    expect(readEvents('pix', { ...buildPix(), ...fields })).toBeUndefined();
  });

  it.each([null, undefined, 'x', 1, []])('refuses %j', (item) => {
    expect(readEvents('pix', item)).toBeUndefined();
  });

  it('keeps the object when its amount is in the form of the specification, and otherwise copies it', () => {
    const item = buildPix({ valor: '37.00' });
    expect(readEvents('pix', item)?.[0]?.payload).toBe(item);
    const other = { ...item, valor: 37 };
    expect(readEvents('pix', other)?.[0]?.payload).toEqual(item);
    expect(other.valor).toBe(37);
  });

  it('reads the amounts of refunds and components that are numbers as decimal text', () => {
    const refund = buildDevolucao({ status: 'DEVOLVIDO' });
    const item = {
      ...buildPix(),
      devolucoes: [{ ...refund, valor: 7.5 }],
      componentesValor: { original: { valor: 37 }, juros: { valor: '1.00' }, saque: null },
    };
    const [received, refunded] = readEvents('pix', item)!;
    expect(received!.payload).toEqual({
      ...item,
      devolucoes: [{ ...refund, valor: '7.50' }],
      componentesValor: { original: { valor: '37.00' }, juros: { valor: '1.00' }, saque: null },
    });
    expect(refunded!.payload).toEqual({
      devolucao: { ...refund, valor: '7.50' },
      pix: received!.payload,
    });
    expect(item.devolucoes[0]!.valor).toBe(7.5);
  });

  it('keeps the amount of a refund that is not one, so that the payment is not lost with it', () => {
    const amounts = ['x', -1, 10.005, 12345678901, null];
    const devolucoes = amounts.map((valor) => ({ ...buildDevolucao(), valor }));
    const [received] = readEvents('pix', {
      ...buildPix({ valor: 30.299999999999997 as never }),
      devolucoes,
    })!;
    const texts = ['x', '-1.00', '10.005', '12345678901.00', null];
    expect(received!.payload).toMatchObject({
      valor: '30.30',
      devolucoes: texts.map((valor) => ({ valor })),
    });
  });
});

describe('isPixEnviado and the event of a sent Pix', () => {
  it.each([
    [{ tipo: 'SOLICITACAO', txid: 'a' }, true],
    [{ tipo: 'OUTRO' }, false],
    [{ status: 'REALIZADO' }, true],
    [{ status: 'EM_PROCESSAMENTO' }, true],
    [{ status: 'NAO_REALIZADO' }, true],
    [{ status: 'ATIVA' }, false],
    [{ status: 'REALIZADO', txid: '' }, true],
    [{ status: 'REALIZADO', txid: 'a' }, false],
    [{ gnExtras: { idEnvio: 'e1' } }, true],
    [{ gnExtras: { idEnvio: 'e1' }, txid: 'a' }, false],
    [{ gnExtras: { idEnvio: '' } }, false],
    [{ gnExtras: null }, false],
    [{ idEnvio: 'e1' }, true],
    [{}, false],
  ])('classify %j as a sent Pix: %s', (item, expected) => {
    expect(isPixEnviado(item)).toBe(expected);
  });

  it('build the key from the end-to-end id, or from idEnvio', () => {
    const item = { valor: 5, gnExtras: { idEnvio: 'e1' } };
    expect(readEvents('enviado', item)).toEqual([
      {
        type: 'pix.enviado',
        key: 'enviado:e1:REALIZADO',
        payload: { ...item, valor: '5.00', status: 'REALIZADO', horario: null, idEnvio: 'e1' },
      },
    ]);
    const [other] = readEvents('enviado', {
      valor: '5.00',
      endToEndId: 'E1',
      status: 'NAO_REALIZADO',
    })!;
    expect(other?.key).toBe('enviado:E1:NAO_REALIZADO');
    expect(other?.payload).not.toHaveProperty('idEnvio');
  });

  it.each([
    { valor: 'x' },
    { endToEndId: undefined },
    { endToEndId: 'a'.repeat(65) },
    { endToEndId: 'a b' },
    { endToEndId: ' a' },
    { endToEndId: 'a ' },
    { status: 'realizado' },
    { status: 'REALIZADO ' },
    { status: ' REALIZADO' },
    { status: 'A'.repeat(41) },
    { horario: 1 },
    { horario: '' },
  ])('refuse a sent Pix with %j', (fields) => {
    const item = { valor: '5.00', endToEndId: 'E1', ...fields };
    expect(readEvents('enviado', item)).toBeUndefined();
  });

  it.each([{ endToEndId: 'a'.repeat(64) }, { status: 'A'.repeat(40) }, { horario: 'x' }])(
    'accept a sent Pix with %j',
    (fields) => {
      expect(readEvents('enviado', { valor: '5.00', endToEndId: 'E1', ...fields })).toBeDefined();
    },
  );
});

describe('the events of Pix Automático', () => {
  const idRec = `RR${'1'.repeat(27)}`;

  it('build keys from identifier, status and content', () => {
    const [rec] = readEvents('rec', buildRecorrencia({ idRec }))!;
    expect(rec!.key).toMatch(new RegExp(`^rec:${idRec}:APROVADA:[\\w-]{22}$`));
    const [charge] = readEvents('cobr', buildCobrancaRecorrente({ idRec, txid: 'a' }))!;
    expect(charge!.key).toMatch(/^cobr:a:ATIVA:[\w-]{22}$/);
  });

  it('reads the amounts of the Pix of a charge as decimal text, with the same key as text', () => {
    const item = buildCobrancaRecorrente({ idRec, txid: 'a' });
    const pix = buildPix();
    const numbers = { ...item, pix: [{ ...pix, valor: 37.1 }, { valor: 1 }] };
    const texts = { ...item, pix: [{ ...pix, valor: '37.10' }, { valor: '1.00' }] };
    const [charge] = readEvents('cobr', numbers)!;
    expect(charge!.payload).toMatchObject({ pix: [{ valor: '37.10' }, { valor: '1.00' }] });
    expect(charge!.key).toBe(`cobr:a:ATIVA:${canonicalDigest(texts)}`);
  });

  it.each([
    { idRec: '1'.repeat(28) },
    { idRec: '1'.repeat(30) },
    { idRec: `-${'1'.repeat(29)}` },
    { idRec: `${'1'.repeat(29)}-` },
    { idRec: 1 },
    { status: 'x' },
    { status: 'X ' },
    { status: ' X' },
    { status: '' },
    { status: 'A'.repeat(41) },
    { status: 1 },
  ])('refuse %j', (fields) => {
    expect(readEvents('rec', { ...buildRecorrencia(), ...fields })).toBeUndefined();
    expect(readEvents('cobr', { ...buildCobrancaRecorrente(), ...fields })).toBeUndefined();
  });

  it.each([
    [{ txid: 'a'.repeat(35) }, true],
    [{ txid: 'a'.repeat(36) }, false],
    [{ txid: '' }, false],
    [{ txid: 'a-' }, false],
    [{ txid: '-a' }, false],
    [{ txid: 1 }, false],
    [{ status: 'A'.repeat(40) }, true],
  ])('return a recurring charge with %j: %s', (fields, isRead) => {
    const read = readEvents('cobr', { ...buildCobrancaRecorrente(), ...fields });
    expect(read !== undefined).toBe(isRead);
  });

  it.each([null, 'x', []])('refuse the item %j', (item) => {
    expect(readEvents('rec', item)).toBeUndefined();
    expect(readEvents('cobr', item)).toBeUndefined();
  });
});

describe('parseJson', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it('drops a field named __proto__, including an escaped one, and keeps the word in texts', () => {
    expect(parseJson('{"a":"__proto__","__proto__":{"b":1}}')).toEqual({ a: '__proto__' });
    const data = parseJson('{"\\u005f_proto__":{"b":1},"c":2}');
    expect(Object.keys(data as object)).toEqual(['c']);
    expect(Object.hasOwn(parseJson('{"__proto__":{}}') as object, '__proto__')).toBe(false);
  });

  it('throws when data is nested deeper than 64 levels', () => {
    expect(() => parseJson(nested(60))).not.toThrow();
    expect(() => parseJson(nested(70))).toThrow('nested too deeply');
  });
});
