import { randomUUID } from 'node:crypto';
import { findOperation, type PixOperation } from 'nestjs-pix/spec';
import { both } from '../../language.js';
import { conforms, deviates, fact, unknown } from '../model/findings.js';
import type { Fact, Finding } from '../model/report.js';
import type { Probe } from '../probe.js';
import type { Extras, Tour } from '../tour.js';
import {
  accountHeaders,
  appKeyParameters,
  correlationHeaders,
  requiredHeaders,
  tokenHeaders,
} from '../variants.js';
import { isRefusal, type Answer } from '../wire/answer.js';

/** A header or query parameter that some providers require on each call. */
interface Extra {
  readonly kind: 'headers' | 'query';
  readonly name: string;
  readonly value: string;
  readonly fact: Fact;
}

export const extrasProbe: Probe = {
  id: 'extras',
  title: both('Cabeçalhos e parâmetros de cada chamada', 'Headers and parameters of each call'),
  sends: both(
    'um `GET` sem nada a mais; se recusado, com os cabeçalhos e parâmetros que outros bancos exigem, e sem cada um deles',
    'one `GET` with nothing more; if refused, with the headers and parameters that other banks require, and without each of them',
  ),
  writes: false,
  decides: ['appKeyQuery', 'correlationHeader', 'accountHeader', 'server.required'],
  run: async (tour) => {
    const operation = findReadable(tour);
    if (operation === undefined) return [];
    const required = await findRequired(tour, operation);
    if (required === undefined) {
      return [
        unknown(
          'as chamadas são recusadas com todas as combinações conhecidas',
          'calls are refused with all known combinations',
        ),
      ];
    }
    tour.extras = combine(required);
    return [describeRequired(required), ...(await probeAccountHeader(tour, operation))];
  },
};

/** Reads that other probes build on, in order of preference. */
const READS = ['cob.get', 'pix.get', 'loc.get', 'cobv.get', 'rec.get'];

/** Returns an operation that reads a record and exists. */
export function findReadable(tour: Tour): PixOperation | undefined {
  return READS.map(findOperation).find(
    (operation) => operation !== undefined && tour.exists(operation),
  );
}

function listExtras({ target }: Tour): Extra[] {
  const { clientId, appKey = 'nestjs-pix-probe', fixedToken } = target;
  const header = (name: string, value: string, found: Fact): Extra => {
    return { kind: 'headers', name, value, fact: found };
  };
  return [
    ...requiredHeaders.map((name) =>
      header(name, clientId || randomUUID(), fact([name], 'server', 'required', 'headers')),
    ),
    ...correlationHeaders.map((name) =>
      header(name, randomUUID(), fact(name, 'correlationHeader')),
    ),
    ...(fixedToken === undefined
      ? []
      : tokenHeaders.map((name) => header(name, fixedToken, fact(name, 'sandbox', 'tokenHeader')))),
    ...appKeyParameters.map((name): Extra => {
      return { kind: 'query', name, value: appKey, fact: fact(name, 'appKeyQuery') };
    }),
  ];
}

function combine(extras: readonly Extra[]): Extras {
  const collect = (kind: Extra['kind']) =>
    Object.fromEntries(
      extras.filter((extra) => extra.kind === kind).map(({ name, value }) => [name, value]),
    );
  return { headers: collect('headers'), query: collect('query') };
}

/** A read of a record that does not exist passed all checks of the call if it is not found. */
function isPassed({ status }: Answer): boolean {
  return status === 404 || status === 200;
}

/** @returns `undefined` if no combination is accepted */
async function findRequired(tour: Tour, operation: PixOperation): Promise<Extra[] | undefined> {
  const passes = async (extras: readonly Extra[]) =>
    isPassed(await tour.call(operation, { extras: combine(extras) }));
  if (await passes([])) return [];
  const all = listExtras(tour);
  if (!(await passes(all))) return undefined;
  const required: Extra[] = [];
  for (const extra of all) {
    if (!(await passes(all.filter((other) => other !== extra)))) required.push(extra);
  }
  // One of two alternatives is missed: then all are sent, and none is reported.
  return (await passes(required)) ? required : undefined;
}

function describeRequired(required: readonly Extra[]): Finding {
  if (required.length === 0) {
    return conforms('não exige nada a mais', 'requires nothing more');
  }
  const names = required.map(({ name }) => name).join(', ');
  const facts = required.map((extra) => extra.fact);
  return deviates(`exige em cada chamada: ${names}`, `requires on each call: ${names}`, ...facts);
}

/** A header that is read refuses a value that is not an account number. */
async function probeAccountHeader(tour: Tour, operation: PixOperation): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of accountHeaders) {
    const answer = await tour.call(operation, { headers: { [name]: 'x' } });
    if (!isRefusal(answer)) continue;
    const { contaCorrente } = tour.target;
    if (contaCorrente !== undefined) {
      const headers = { ...tour.extras.headers, [name]: contaCorrente };
      tour.extras = { ...tour.extras, headers };
    }
    findings.push(
      deviates(
        `lê a conta do cabeçalho ${name}`,
        `reads the account from the header ${name}`,
        fact(name, 'accountHeader'),
      ),
    );
  }
  return findings;
}
