/** Where the specification file contradicts itself or its own text (decisions.md), and how it is read instead. */
export interface Misprint {
  /** JSON pointer into the file. */
  readonly pointer: string;
  readonly reason: string;
  readonly read: (schema: Schema) => void;
}

/** A part of the file; whoever reads one knows what it should find. */
export type Schema = Record<string, ReturnType<typeof JSON.parse>>;

const RETIRADA = '/components/schemas/CobValor/properties/retirada';

export const misprints: readonly Misprint[] = [
  {
    pointer: RETIRADA,
    reason: 'its two branches demand nothing, so that both match; exactly one of the two is meant',
    read: ({ oneOf }) => {
      oneOf[0].required = ['saque'];
      oneOf[1].required = ['troco'];
    },
  },
  {
    pointer: '/components/schemas/CobsConsultadas/properties/cobs/items/allOf/1',
    reason: 'it demands idCob, a field that no schema and no example has',
    read: (schema) => {
      schema.required = schema.required.filter((name: string) => name !== 'idCob');
    },
  },
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
  ...[
    'PayloadLocation/properties',
    'PayloadLocationCompleta/properties',
    'CobGerada/allOf/3/properties',
  ].map((place) => ({
    pointer: `/components/schemas/${place}/location`,
    reason: 'a location has no scheme (its own example), so it is no uri',
    read: (schema: Schema) => {
      delete schema.format;
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
