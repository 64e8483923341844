import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readNotification } from '../../../lib/receiver/events.js';
import {
  cobrancaRecorrente,
  devolucao,
  pix,
  recorrencia,
} from '../../receiver/support/notifications.js';
import { jsonWith, mutateText, property, type FuzzTarget } from '../fuzz-target.js';

const samples = [
  { pix: [pix(), pix({ devolucoes: [devolucao(), devolucao({ id: 'dev2' })] })] },
  { recs: [recorrencia()] },
  { cobsr: [cobrancaRecorrente()] },
  [pix()],
  [recorrencia(), cobrancaRecorrente()],
].map((body) => JSON.stringify(body));

const NAMES = [
  ...['pix', 'recs', 'cobsr', 'endToEndId', 'txid', 'valor', 'horario', 'devolucoes', 'id'],
  ...['status', 'idRec', 'evento', 'atualizacao', 'tentativas'],
];
const accepted = new Set(['pix', 'rec', 'cobr'] as const);
const maxEvents = 5;

export const notifications: FuzzTarget = {
  name: 'notifications',
  prepare: () =>
    property(
      fc.tuple(
        fc.oneof(
          fc.string(),
          mutateText(samples),
          jsonWith(...NAMES).map((v) => JSON.stringify(v)),
        ),
        fc.constantFrom(undefined, 'pix', 'rec', 'cobr'),
      ),
      ([body, kind]) => {
        const notification = readNotification(body, { kind, accepted, maxEvents });
        if (notification === 'too-many') return;
        assert.ok(notification.events.length <= maxEvents);
        for (const { key, payload } of notification.events) {
          assert.match(key, /^(?:pix|devolucao|rec|cobr):[\w:-]+$/);
          assert.ok(!Object.hasOwn(payload, '__proto__'));
        }
        assert.equal(({} as Record<string, unknown>).x, undefined);
      },
    ),
};
