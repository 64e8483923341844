import { beforeAll, describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { DocumentBuilder, OmitType, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { CobSolicitadaDto, ParametrosConsultaCobDto } from '../../../lib/contract/index.js';

class CreateChargeDto extends OmitType(CobSolicitadaDto, ['chave', 'loc'] as const) {}

@Controller('charges')
class ChargesController {
  @Post()
  create(@Body() body: CobSolicitadaDto) {
    return body;
  }

  @Post('shop')
  createInShop(@Body() body: CreateChargeDto) {
    return body;
  }

  @Get()
  list(@Query() filter: ParametrosConsultaCobDto) {
    return filter;
  }
}

describe('DTOs with @nestjs/swagger', () => {
  let document: OpenAPIObject;

  beforeAll(async () => {
    const testing = await Test.createTestingModule({ controllers: [ChargesController] }).compile();
    const app = testing.createNestApplication();
    await app.init();
    document = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    await app.close();
  });

  it('have their fields with types, rules and descriptions', () => {
    const { CobSolicitadaDto: cob, CobValorDto: valor } = document.components!.schemas!;
    expect(cob).toMatchObject({
      required: expect.arrayContaining(['valor', 'chave']),
      properties: { solicitacaoPagador: { type: 'string', maxLength: 140 } },
    });
    expect(valor).toMatchObject({
      properties: { original: { type: 'string', pattern: expect.any(String) } },
    });
  });

  it('lose the fields that a derived class omits', () => {
    const { properties } = document.components!.schemas!.CreateChargeDto as { properties: object };
    expect(Object.keys(properties)).toEqual(
      expect.arrayContaining(['valor', 'devedor', 'calendario']),
    );
    expect(properties).not.toHaveProperty('chave');
    expect(properties).not.toHaveProperty('loc');
  });

  it('are parameters as filters', () => {
    const parameters = document.paths['/charges']!.get!.parameters!;
    expect(parameters).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'inicio', in: 'query', required: true }),
        expect.objectContaining({ name: 'itensPorPagina', in: 'query', required: false }),
      ]),
    );
  });
});
