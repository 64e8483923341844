import { both } from '../../language.js';
import { conforms, deviates, note, unknown } from '../model/findings.js';
import type { Probe } from '../probe.js';

/** The header has whole seconds, and responses take time. */
const TOLERANCE_MS = 5_000;

export const clockProbe: Probe = {
  id: 'clock',
  title: both('Relógio e limites', 'Clock and limits'),
  sends: both('nada: usa as respostas anteriores', 'nothing: it uses earlier responses'),
  writes: false,
  decides: [],
  run: ({ wire }) => {
    const { skews, refusedByLimit, limitHeaders } = wire;
    const skew = skews.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0];
    const headers = [...limitHeaders].join(', ');
    return Promise.resolve([
      describeSkew(skew),
      ...(refusedByLimit === 0
        ? []
        : [
            note(
              `limite de chamadas: recebeu 429 (${refusedByLimit})`,
              `calls are limited: got 429 (${refusedByLimit})`,
            ),
          ]),
      ...(headers === ''
        ? []
        : [note(`cabeçalhos de limite: ${headers}`, `headers of limits: ${headers}`)]),
    ]);
  },
};

function describeSkew(skew: number | undefined) {
  if (skew === undefined) {
    return unknown('as respostas não têm o cabeçalho Date', 'responses have no Date header');
  }
  const seconds = Math.round(Math.abs(skew) / 1000);
  return Math.abs(skew) <= TOLERANCE_MS
    ? conforms(
        'o relógio do banco coincide com o desta máquina',
        "the bank's clock agrees with this machine's",
      )
    : deviates(
        `o relógio do banco difere ${seconds} s do desta máquina`,
        `the bank's clock differs from this machine's by ${seconds} s`,
      );
}
