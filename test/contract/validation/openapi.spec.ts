import { describe, expect, it } from '@jest/globals';
import {
  allOperations,
  CobSolicitadaDto,
  CobValorDto,
  CobVDescontoDataFixaDto,
  CobVDescontoDto,
  type DtoClass,
  type FieldSchema,
  getFields,
  InfoAdicionalDto,
  ParametrosConsultaCobDto,
  providerOperations,
} from '../../../lib/contract/index.js';

type WithOpenApi = DtoClass & { _OPENAPI_METADATA_FACTORY?: () => Record<string, FieldSchema> };

/** Returns the metadata that `@nestjs/swagger` reads from one class, without its ancestors. */
const readOpenApi = (dto: WithOpenApi) => dto._OPENAPI_METADATA_FACTORY?.() ?? {};

function withNested(dto: DtoClass, seen = new Set<DtoClass>()): Set<DtoClass> {
  if (!seen.has(dto)) {
    seen.add(dto);
    for (const { nested } of getFields(dto).values()) if (nested) withNested(nested(), seen);
  }
  return seen;
}

describe('OpenAPI descriptions for @nestjs/swagger', () => {
  it('match the rules of the fields', () => {
    expect(readOpenApi(CobValorDto).original).toMatchObject({
      type: 'string',
      required: true,
      pattern: '^\\d{1,10}\\.\\d{2}$',
      description: expect.any(String),
    });
    expect(readOpenApi(CobVDescontoDto).modalidade).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 6,
    });
    expect(readOpenApi(InfoAdicionalDto)).toMatchObject({
      nome: { type: 'string', maxLength: 50, required: true },
      valor: { type: 'string', maxLength: 200, required: true },
    });
  });

  it('reference nested classes lazily and mark lists as arrays', () => {
    const { valor } = readOpenApi(CobSolicitadaDto);
    expect(valor!.type).toHaveProperty('name', 'type');
    expect((valor!.type as () => unknown)()).toBe(CobValorDto);
    const { descontoDataFixa } = readOpenApi(CobVDescontoDto);
    expect(descontoDataFixa!.type).toHaveProperty('name', 'type');
    expect((descontoDataFixa!.type as () => unknown)()).toEqual([CobVDescontoDataFixaDto]);
    expect(descontoDataFixa).toMatchObject({ required: false, minItems: 1, maxItems: 3 });
  });

  it('contain only the own fields of a class', () => {
    expect(Object.keys(readOpenApi(ParametrosConsultaCobDto))).toEqual([
      'locationPresente',
      'status',
    ]);
  });

  it('describe every field of every class', () => {
    const classes = new Set<DtoClass>();
    for (const { body, filter } of [...allOperations, ...providerOperations]) {
      if (body) withNested(body, classes);
      if (filter) withNested(filter, classes);
    }
    expect(classes.size).toBeGreaterThan(50);
    for (const dto of classes) {
      for (const [property, { schema }] of getFields(dto)) {
        expect([dto.name, property, schema.description]).toEqual([
          dto.name,
          property,
          expect.stringMatching(/^\S.*[.]$/),
        ]);
        expect(schema.type).toBeDefined();
      }
    }
  });
});
