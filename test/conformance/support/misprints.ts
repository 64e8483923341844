import type { Schema } from '../facts/build-facts.js';

/**
 * Errors and contradictions of the specification and how they are corrected
 * (docs/decisions.md#contradictions-in-the-specification).
 */
export interface Misprint {
  /** JSON pointer into the file. */
  readonly pointer: string;
  readonly reason: string;
  readonly read: (schema: Schema) => void;
}

/** Removes required fields that do not exist. */
function withoutRequired(...names: string[]): (schema: Schema) => void {
  return (schema) => {
    schema.required = schema.required.filter((name: string) => !names.includes(name));
  };
}

/** Requires in each alternative the field that distinguishes it. */
function withBranches(...names: string[]): (schema: Schema) => void {
  return ({ oneOf }) => {
    names.forEach((name, index) => {
      oneOf[index].required = [name];
    });
  };
}

/** The format of a location is uri, but its example has no scheme. */
const LOCATIONS = [
  'PayloadLocation/properties',
  'PayloadLocationCompleta/properties',
  'PayloadLocationRecGerada/properties',
  'CobGerada/allOf/3/properties',
].map((position) => ({
  pointer: `/components/schemas/${position}/location`,
  reason: 'a location has no scheme in its own example, so it is not a uri',
  read: (schema: Schema) => {
    delete schema.format;
  },
}));

/** Alternatives without required fields all match, which oneOf refuses. */
const ALTERNATIVES = (
  [
    ['CobValor/properties/retirada', 'saque', 'troco'],
    ['CobPayloadValor/properties/retirada', 'saque', 'troco'],
    ['CobVValor/properties/desconto', 'descontoDataFixa', 'valorPerc'],
    ['RecEncerramento/properties/encerramento', 'rejeicao', 'cancelamento'],
    ['CobRAtualizacao/properties/encerramento', 'cancelamento', 'rejeicao'],
  ] as const
).map(([position, ...names]) => ({
  pointer: `/components/schemas/${position}`,
  reason: 'its two branches require nothing, so that both match; exactly one of them applies',
  read: withBranches(...names),
}));

export const misprints: readonly Misprint[] = [
  ...LOCATIONS,
  ...ALTERNATIVES,
  ...['CobsConsultadas', 'CobsVConsultadas'].map((name) => ({
    pointer: `/components/schemas/${name}/properties/cobs/items/allOf/1`,
    reason: 'it requires idCob, which no schema and no example has',
    read: withoutRequired('idCob'),
  })),
  {
    pointer: '/components/schemas/PixConsultados',
    reason: 'it requires cobs, but its property is pix',
    read: (schema) => {
      schema.required = ['parametros', 'pix'];
    },
  },
  {
    pointer: '/components/schemas/CobBase/properties/infoAdicionais',
    reason: 'maximum on an array is treated as maxItems',
    read: (schema) => {
      schema.maxItems = schema.maximum;
    },
  },
  {
    pointer: '/components/schemas/CobVGerada',
    reason:
      'it requires location, which it does not define and a charge without its loc does not have',
    read: withoutRequired('location'),
  },
  {
    pointer: '/components/schemas/DadosRecebedor',
    reason: 'it requires of the charge what it should require of recebedor, which also requires it',
    read: (schema) => {
      delete schema.required;
    },
  },
  {
    pointer: '/components/schemas/DadosPagadorRec',
    reason: 'it requires of the recurrence what it should require of pagador',
    read: (schema) => {
      schema.properties.pagador.required = schema.required;
      delete schema.required;
    },
  },
  {
    pointer: '/components/schemas/RecBase',
    reason: 'it requires retentativa, which no schema and no example has',
    read: withoutRequired('retentativa'),
  },
  {
    pointer: '/components/schemas/RecNotification',
    reason: 'the name of a required field contains a quotation mark',
    read: (schema) => {
      schema.required = ['idRec', 'status', 'atualizacao'];
    },
  },
  {
    pointer: '/components/schemas/SolicRecBase',
    reason: 'it requires pagador, which no schema and no example has',
    read: withoutRequired('pagador'),
  },
  {
    pointer: '/components/schemas/SolicRecCompleta',
    reason: 'it requires rec, which no schema and no example has',
    read: withoutRequired('rec'),
  },
  {
    pointer: '/components/schemas/PayloadLocationRecGerada',
    reason: 'it requires tipo, which it does not define and no example has',
    read: withoutRequired('tipo'),
  },
  {
    pointer: '/components/schemas/PixAutomatico/properties/valor',
    reason: 'the alternatives of a text are objects, which never match',
    read: (schema) => {
      delete schema.anyOf;
    },
  },
  ...['Pix/properties', 'ParametrosConsultaPix/properties'].map((position) => ({
    pointer: `/components/schemas/${position}/txid`,
    reason: 'it requires at least 1 and at least 26 characters; 1 applies, for static codes',
    read: (schema: Schema) => {
      schema.allOf.shift();
    },
  })),
];

/** Removes literal slashes from patterns and adds anchors. */
export function readPatterns(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Schema;
  if (typeof schema.pattern === 'string') {
    const pattern = schema.pattern.replace(/^\/|\/$/g, '').replace(/^\^|\$$/g, '');
    schema.pattern = `^(?:${pattern})$`;
  }
  Object.values(schema).forEach(readPatterns);
}
