import { describe, expect, it } from '@jest/globals';
import { buildCobrancaRecorrente, buildDevolucao, buildPix } from '../../devkit/testing.js';
import type { PixAutomatico } from '../../lib/contract/index.js';
import { claimedPix, type PixEvent } from '../../lib/receiver/events.js';
import {
  compareEvent,
  findDevolucaoContradictions,
  findPixContradictions,
  ProviderVerifier,
} from '../../lib/receiver/provider/provider-verifier.js';
import { Provider } from './support/provider.js';

const pix = buildPix({ txid: 'a', chave: '+5511999999999' });
const received = (payload = pix): PixEvent => ({
  type: 'pix.recebido',
  key: `pix:${payload.endToEndId}`,
  payload,
});

describe('findPixContradictions', () => {
  it.each([
    [{}, {}, []],
    [{ valor: '38.00' }, {}, ['valor']],
    [{ txid: 'b' }, {}, ['txid']],
    [{ txid: '' }, {}, []],
    [{ txid: undefined }, {}, []],
    [{ txid: null }, {}, []],
    [{}, { txid: undefined }, ['txid']],
    [{ chave: 'other' }, {}, ['chave']],
    [{ chave: '5511999999999' }, {}, []],
    [{ chave: 'A@b.example' }, { chave: 'a@B.example' }, []],
    [{ chave: 'a+b@c.example' }, { chave: 'ab@c.example' }, ['chave']],
    [{ chave: undefined }, {}, []],
    [{}, { chave: undefined }, []],
    [{}, { chave: '' }, []],
    [{ valor: '1.00', txid: 'b', chave: 'c@example.com' }, {}, ['valor', 'txid', 'chave']],
  ])('compares %j with %j: %j', (claimed, known, fields) => {
    const notified = { ...pix, ...claimed } as typeof pix;
    const read = { ...pix, ...known } as typeof pix;
    expect(findPixContradictions(notified, read)).toEqual(fields);
  });
});

describe('findDevolucaoContradictions', () => {
  const devolucao = buildDevolucao({ valor: '7.00' });

  it.each([
    [{}, []],
    [{ valor: '7' }, []],
    [{ valor: '' }, []],
    [{ valor: undefined }, []],
    [{ valor: '8.00' }, ['devolucoes.valor']],
    [{ valor: 'x' }, ['devolucoes.valor']],
  ])('compares %j: %j', (claimed, fields) => {
    const notified = { ...devolucao, ...claimed } as typeof devolucao;
    expect(findDevolucaoContradictions(notified, devolucao)).toEqual(fields);
  });

  it('returns devolucoes when the provider has no such refund', () => {
    expect(findDevolucaoContradictions(devolucao, undefined)).toEqual(['devolucoes']);
  });
});

describe('compareEvent', () => {
  const devolucao = buildDevolucao({ id: 'd1', valor: '7.00' });
  const refund: PixEvent = {
    type: 'pix.devolucao',
    key: 'd',
    payload: { devolucao: { ...devolucao, descricao: 'forged' }, pix },
  };
  const charge: PixEvent = {
    type: 'cobranca-recorrente',
    key: 'c',
    payload: { ...buildCobrancaRecorrente(), pix: [pix as PixAutomatico] },
  };

  it('returns the provider’s Pix', () => {
    const known = { ...pix, infoPagador: 'as the provider has it' };
    expect(compareEvent(received(), [pix], [known])).toEqual({ event: received(known) });
    expect(compareEvent(charge, [pix], [known])).toEqual({
      event: { ...charge, payload: { ...charge.payload, pix: [known] } },
    });
  });

  it('returns the provider’s refund', () => {
    const other = buildDevolucao({ id: 'd2' });
    const pending = { ...devolucao, status: 'EM_PROCESSAMENTO' as const };
    const known = { ...pix, devolucoes: [other, pending, devolucao] };
    expect(compareEvent(refund, [pix], [known])).toEqual({
      event: { ...refund, payload: { devolucao, pix: known } },
    });
  });

  it('returns the contradicting fields', () => {
    const known = { ...pix, valor: '1.00', devolucoes: [devolucao] };
    expect(compareEvent(received(), [pix], [known])).toEqual({ contradictions: ['valor'] });
    expect(compareEvent(refund, [pix], [known])).toEqual({ contradictions: ['valor'] });
    expect(compareEvent(charge, [pix], [known])).toEqual({ contradictions: ['valor'] });
    expect(compareEvent(refund, [pix], [pix])).toEqual({ contradictions: ['devolucoes'] });
    const cheaper = { ...pix, devolucoes: [{ ...devolucao, valor: '1.00' }] };
    expect(compareEvent(refund, [pix], [cheaper])).toEqual({
      contradictions: ['devolucoes.valor'],
    });
    expect(compareEvent(received(), [pix], [])).toEqual({ contradictions: ['endToEndId'] });
  });

  it('returns an event without a Pix unchanged', () => {
    const event: PixEvent = {
      type: 'cobranca-recorrente',
      key: 'c',
      payload: buildCobrancaRecorrente(),
    };
    expect(compareEvent(event, [], [])).toEqual({ event });
  });
});

describe('claimedPix', () => {
  it('returns every Pix of an event', () => {
    const charge = (items: unknown): PixEvent => ({
      type: 'cobranca-recorrente',
      key: 'c',
      payload: { ...buildCobrancaRecorrente(), pix: items as PixAutomatico[] },
    });
    const [one, two] = [buildPix(), buildPix()];
    expect(claimedPix(charge([one, two]))).toEqual([one, two]);
    expect(claimedPix(charge(undefined))).toEqual([]);
    expect(claimedPix(charge([]))).toEqual([]);
    expect(claimedPix(charge({}))).toBeUndefined();
    expect(claimedPix(charge([one, {}]))).toBeUndefined();
    expect(claimedPix(received())).toEqual([pix]);
    const refund = { devolucao: buildDevolucao(), pix };
    expect(claimedPix({ type: 'pix.devolucao', key: 'd', payload: refund })).toEqual([pix]);
    for (const type of ['recorrencia', 'pix.enviado'] as const) {
      expect(claimedPix({ type, key: 'k', payload: { ...pix, pix: {} } } as never)).toEqual([]);
    }
  });
});

describe('ProviderVerifier', () => {
  it('reads eight Pix at a time, and each Pix once', async () => {
    const provider = new Provider();
    const items = Array.from({ length: 20 }, () => buildPix());
    provider.received.push(...items);
    const get = provider.get.bind(provider);
    let running = 0;
    let most = 0;
    provider.get = async (id) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return get(id);
    };
    const events = [...items, items[0]!].map((item) => received(item));
    expect(await new ProviderVerifier().verify(events, provider)).toEqual(events);
    expect([most, provider.read.length]).toEqual([8, 20]);
  });
});
