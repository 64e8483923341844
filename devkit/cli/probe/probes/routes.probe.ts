import {
  allOperations,
  operationName,
  pixFamilies,
  providerOperations,
  type PixOperation,
} from 'nestjs-pix/spec';
import { both } from '../../language.js';
import { describeVersions } from '../describe-versions.js';
import { isAmbiguous, RouteFinder } from '../find-routes.js';
import { conforms, deviates, fact, note, unknown } from '../model/findings.js';
import type { Fact, Finding } from '../model/report.js';
import type { Probe } from '../probe.js';
import type { Tour } from '../tour.js';

/** Operations of the receiver. The look-ups of payloads are at other addresses. */
const specified = allOperations.filter(({ scope }) => scope !== null);

export const routesProbe: Probe = {
  id: 'operations',
  title: both('Operações e versões', 'Operations and versions'),
  sends: both(
    'cada operação sem token, com identificadores que não existem (sem `--read-only`, também as de escrita: sem token, não têm efeito)',
    'each operation without a token, with identifiers that do not exist (without `--read-only` also writes: without a token they have no effect)',
  ),
  writes: false,
  decides: ['versions', 'unsupported'],
  run: async (tour) => {
    const operations = listAsked(tour);
    await new RouteFinder(tour).findAll(operations);
    const own = providerOperations.filter((row) => tour.exists(row)).map(operationName);
    tour.observations.ownOperations = own;
    return [
      ...describeFound(tour),
      ...describeVersionFacts(tour),
      ...describeMissing(tour),
      ...(own.length === 0
        ? []
        : [
            note(
              `além da especificação: ${own.join(', ')}`,
              `beyond the specification: ${own.join(', ')}`,
            ),
          ]),
    ];
  },
};

function listAsked({ readOnly }: Tour): PixOperation[] {
  const own = providerOperations.filter(
    (row) => row.ownToken === undefined && !isAmbiguous(row, specified),
  );
  return [...specified, ...own].filter(({ method }) => !readOnly || method === 'GET');
}

function count(tour: Tour, state: string): number {
  return specified.filter(({ id }) => tour.routes.get(id)?.state === state).length;
}

function describeFound(tour: Tour): Finding[] {
  const [found, open] = [count(tour, 'exists'), count(tour, 'unknown')];
  const asked = specified.filter(({ id }) => tour.routes.has(id)).length;
  return [
    ...(found > 0
      ? [note(`${found} de ${asked} operações existem`, `${found} of ${asked} operations exist`)]
      : []),
    ...(open > 0
      ? [
          unknown(
            `as respostas não mostram se ${open} operações existem`,
            `the responses do not show whether ${open} operations exist`,
          ),
        ]
      : []),
  ];
}

function describeVersionFacts(tour: Tour): Finding[] {
  const found = specified.filter((row) => tour.exists(row));
  const versions = describeVersions(found, (row) => tour.routes.get(row.id)?.version ?? '');
  if (versions === undefined) return [];
  const { default: usual, resources } = versions;
  const others = Object.entries(resources).map(([resource, version]) => `${resource} ${version}`);
  const list = [usual, ...others].join(', ');
  return [
    deviates(
      `as operações têm versões no caminho: ${list}`,
      `paths begin with versions: ${list}`,
      fact(usual, 'versions', 'default'),
      fact(resources, 'versions', 'resources'),
    ),
  ];
}

/** A family without any operation may be at another address; single operations are missing. */
function describeMissing(tour: Tour): Finding[] {
  const isMissing = ({ id }: PixOperation) => tour.routes.get(id)?.state === 'missing';
  const absent = pixFamilies.filter((family) => {
    const own = specified.filter((row) => row.family === family && tour.routes.has(row.id));
    return own.length > 0 && own.every(isMissing);
  });
  tour.observations.absentFamilies = absent;
  const missing = specified.filter((row) => isMissing(row) && !absent.includes(row.family));
  const names = missing.map(operationName);
  const facts: Fact[] = names.map((name) =>
    fact('the provider does not offer it', 'unsupported', name),
  );
  const families = absent.map((family) => `/${family}`).join(', ');
  return [
    ...(names.length === 0
      ? []
      : [
          deviates(
            `não oferece: ${names.join(', ')}`,
            `does not offer: ${names.join(', ')}`,
            ...facts,
          ),
        ]),
    ...(absent.length === 0
      ? []
      : [
          deviates(`não estão neste endereço: ${families}`, `are not at this address: ${families}`),
        ]),
    ...(names.length + absent.length === 0 &&
    count(tour, 'unknown') === 0 &&
    count(tour, 'exists') > 0
      ? [
          conforms(
            'nenhuma operação consultada falta',
            'no operation that was asked for is missing',
          ),
        ]
      : []),
  ];
}
