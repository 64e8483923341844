/**
 * Where the specification contradicts itself or its own text, and how it is read instead
 * (docs/decisions.md#contradictions-in-the-specification).
 */
export interface Misprint {
  /** JSON pointer into the file. */
  readonly pointer: string;
  readonly reason: string;
  readonly read: (schema: Schema) => void;
}

/** A part of the file; whoever reads one knows what it should find. */
export type Schema = Record<string, ReturnType<typeof JSON.parse>>;

/** Drops fields that a schema demands and nothing has. */
function withoutRequired(...names: string[]): (schema: Schema) => void {
  return (schema) => {
    schema.required = schema.required.filter((name: string) => !names.includes(name));
  };
}

/** Demands of each alternative the field that makes it one. */
function withBranches(...names: string[]): (schema: Schema) => void {
  return ({ oneOf }) => {
    names.forEach((name, index) => {
      oneOf[index].required = [name];
    });
  };
}

/** A location is printed as a uri, and its own example has no scheme. */
const LOCATIONS = [
  'PayloadLocation/properties',
  'PayloadLocationCompleta/properties',
  'PayloadLocationRecGerada/properties',
  'CobGerada/allOf/3/properties',
].map((place) => ({
  pointer: `/components/schemas/${place}/location`,
  reason: 'a location has no scheme (its own example), so it is no uri',
  read: (schema: Schema) => {
    delete schema.format;
  },
}));

/** Alternatives that demand nothing all match at once, which oneOf refuses. */
const ALTERNATIVES = (
  [
    ['CobValor/properties/retirada', 'saque', 'troco'],
    ['CobPayloadValor/properties/retirada', 'saque', 'troco'],
    ['CobVValor/properties/desconto', 'descontoDataFixa', 'valorPerc'],
    ['RecEncerramento/properties/encerramento', 'rejeicao', 'cancelamento'],
    ['CobRAtualizacao/properties/encerramento', 'cancelamento', 'rejeicao'],
  ] as const
).map(([place, ...names]) => ({
  pointer: `/components/schemas/${place}`,
  reason: 'its two branches demand nothing, so that both match; exactly one of the two is meant',
  read: withBranches(...names),
}));

export const misprints: readonly Misprint[] = [
  ...LOCATIONS,
  ...ALTERNATIVES,
  ...['CobsConsultadas', 'CobsVConsultadas'].map((name) => ({
    pointer: `/components/schemas/${name}/properties/cobs/items/allOf/1`,
    reason: 'it demands idCob, a field that no schema and no example has',
    read: withoutRequired('idCob'),
  })),
  {
    pointer: '/components/schemas/PixConsultados',
    reason: 'it demands cobs, where its property is pix',
    read: (schema) => {
      schema.required = ['parametros', 'pix'];
    },
  },
  {
    pointer: '/components/schemas/CobBase/properties/infoAdicionais',
    reason: 'maximum on an array is meant as maxItems',
    read: (schema) => {
      schema.maxItems = schema.maximum;
    },
  },
  {
    pointer: '/components/schemas/CobVGerada',
    reason: 'it demands location, which it does not define and a charge taken from its loc has not',
    read: withoutRequired('location'),
  },
  {
    pointer: '/components/schemas/DadosRecebedor',
    reason:
      'it demands of the charge what it means to demand of recebedor, and does so there as well',
    read: (schema) => {
      delete schema.required;
    },
  },
  {
    pointer: '/components/schemas/DadosPagadorRec',
    reason: 'it demands of the recurrence what it means to demand of pagador',
    read: (schema) => {
      schema.properties.pagador.required = schema.required;
      delete schema.required;
    },
  },
  {
    pointer: '/components/schemas/RecBase',
    reason: 'it demands retentativa, a field that no schema and no example has',
    read: withoutRequired('retentativa'),
  },
  {
    pointer: '/components/schemas/RecNotification',
    reason: 'a quotation mark is left in the name of a field that it demands',
    read: (schema) => {
      schema.required = ['idRec', 'status', 'atualizacao'];
    },
  },
  {
    pointer: '/components/schemas/SolicRecBase',
    reason: 'it demands pagador, a field that no schema and no example has',
    read: withoutRequired('pagador'),
  },
  {
    pointer: '/components/schemas/SolicRecCompleta',
    reason: 'it demands rec, a field that no schema and no example has',
    read: withoutRequired('rec'),
  },
  {
    pointer: '/components/schemas/PayloadLocationRecGerada',
    reason: 'it demands tipo, a field that it does not define and no example has',
    read: withoutRequired('tipo'),
  },
  {
    pointer: '/components/schemas/PixAutomatico/properties/valor',
    reason: 'the alternatives of a text are objects, which no text is',
    read: (schema) => {
      delete schema.anyOf;
    },
  },
  ...['Pix/properties', 'ParametrosConsultaPix/properties'].map((place) => ({
    pointer: `/components/schemas/${place}/txid`,
    reason: 'it takes from 1 character, for static codes, and from 26 at once; 1 is meant',
    read: (schema: Schema) => {
      schema.allOf.shift();
    },
  })),
];

/** Patterns are printed with literal slashes and unanchored; they are meant without and anchored. */
export function readPatterns(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Schema;
  if (typeof schema.pattern === 'string') {
    const pattern = schema.pattern.replace(/^\/|\/$/g, '').replace(/^\^|\$$/g, '');
    schema.pattern = `^(?:${pattern})$`;
  }
  Object.values(schema).forEach(readPatterns);
}
