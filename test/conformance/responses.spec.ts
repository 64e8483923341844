import { describe, expect, it } from '@jest/globals';
import { allOperations, operationName } from '../../lib/contract/index.js';
import { Document } from './support/document.js';
import { shapeOfSchema, shapesOfTypes, type Shape } from './support/shape.js';
import { typeFaults } from './support/type-check.js';

const IMPORTS = [
  "import type * as contract from '../../../lib/contract/index.js';",
  'type ResponseOf<T> = T extends contract.PixOperation<infer _B, infer R, infer _F> ? R : never;',
].join('');

const OMITTED = 'its own examples leave it out';
const GIVEN = 'its own examples have it';

/**
 * Where a type is not what its schema says, each with its reason. A key is a difference in one operation,
 * or in whichever has a field of that path at the end of its own.
 */
const DEVIATIONS: Readonly<Record<string, string>> = {
  'loc.tipoCob optional': OMITTED,
  'loc.criacao optional': OMITTED,
  'lotecobv.get id optional': OMITTED,
  'lotecobv.list lotes[].id optional': OMITTED,
  'tipoJornada optional': OMITTED,
  'recPayload.politicaRetentativa optional': OMITTED,
  'recPayload.recebedor.ispbParticipante optional': OMITTED,
  'tentativas[].atualizacao optional': OMITTED,
  'recebedor.cnpj optional': OMITTED,
  'recebedor.nome optional': OMITTED,
  'webhook.get cnpj optional': 'its own example has chave in its place',
  'webhook.get chave unknown': 'its own example has it in place of cnpj',
  'webhook.list webhooks[].cnpj optional': 'its own example has chave in its place',
  'webhook.list webhooks[].chave unknown': 'its own example has it in place of cnpj',
  'politicaRetentativa unknown': GIVEN,
  'recebedor.cnpj unknown': GIVEN,
  'recebedor.nome unknown': GIVEN,
  'parametros.loteCobVId unknown': 'a list repeats its filter',
  'pix.list pix required': 'the schema demands cobs, where its property is pix',
};

/** Misprints in the file's examples, read as the file's schemas have them. */
const MISPRINTS: readonly (readonly [printed: RegExp, meant: string])[] = [
  [/"prestadorDeServicoDeSaque"/g, '"prestadorDoServicoDeSaque"'],
  [/("data":"[^"]*"),"nome"/g, '$1,"status"'],
];

const document = Document.find();
const answers = (document?.operations() ?? [])
  .map((file) => {
    const row = allOperations.find((operation) => operationName(operation) === file.name)!;
    const [family, method] = row.id.split('.');
    const type = `ResponseOf<typeof contract.${family}Operations['${method}']>`;
    return { file, row, type };
  })
  .filter(({ row }) => row.responseBody === 'json');

function differences(schema: Shape, type: Shape): string[] {
  const ofSchema = [...schema].flatMap(([path, { required, values }]) => {
    const typed = type.get(path);
    if (!typed) return [`${path} missing`];
    return [
      ...(typed.required === required ? [] : [`${path} ${required ? 'optional' : 'required'}`]),
      ...(typed.values.join() === values.join() ? [] : [`${path} ${typed.values.join()}`]),
    ];
  });
  const ofType = [...type.keys()].filter((path) => !schema.has(path));
  return [...ofSchema, ...ofType.map((path) => `${path} unknown`)];
}

const explanationOf = (id: string, difference: string) =>
  Object.keys(DEVIATIONS).find(
    (key) => `${id} ${difference}` === key || difference === key || difference.endsWith(`.${key}`),
  );

(document ? describe : describe.skip)('answers, by the specification file', () => {
  it('have types whose fields, demands and known values are the schemas’', () => {
    const types = shapesOfTypes(
      IMPORTS,
      answers.map(({ type }) => type),
    );
    const found = answers.flatMap(({ file, row }, index) =>
      differences(shapeOfSchema(document!, file.response!), types[index]!).map(
        (difference) => [row.id, difference] as const,
      ),
    );
    const unexplained = found.filter((one) => !explanationOf(...one));
    expect(unexplained).toEqual([]);
    const met = new Set(found.map((one) => explanationOf(...one)));
    expect(Object.keys(DEVIATIONS).filter((key) => !met.has(key))).toEqual([]);
  });

  it('have types that every example of the file fits', () => {
    const values = answers.flatMap(({ file, type }) =>
      [...file.responseExamples].map(([example, value]) => ({
        name: `${file.name} ${example}`,
        type,
        value: asMeant(value),
      })),
    );
    expect(values.length).toBeGreaterThan(50);
    expect(typeFaults(IMPORTS, values)).toEqual([]);
  });

  it('have types that the examples of payloads and notifications fit', () => {
    const types = {
      cobPayload1: 'CobPayload',
      cobPayload2: 'CobVPayload',
      recPayload1: 'RecPayload',
      pixWebhook2: 'Pix',
      recWebhookNotification1: 'RecNotificacao',
      cobRWebhookNotification1: 'CobRNotificacao',
    };
    const values = Object.entries(types).map(([name, type]) => ({
      name,
      type: `contract.${type}`,
      value: asMeant(document!.example(name)),
    }));
    expect(typeFaults(IMPORTS, values)).toEqual([]);
  });
});

function asMeant(example: unknown): unknown {
  const text = MISPRINTS.reduce(
    (json, [printed, meant]) => json.replace(printed, meant),
    JSON.stringify(example),
  );
  return JSON.parse(text);
}
