import { describe, expect, it } from '@jest/globals';
import { BadRequestException, ValidationPipe } from '@nestjs/common';
import {
  CobSolicitadaDto,
  CobVSolicitadaDto,
  ParametrosConsultaCobDto,
} from '../../../lib/contract/dto.js';
import type { DtoClass } from '../../../lib/contract/index.js';
import { samples } from '../support/samples.js';

const pipe = new ValidationPipe({ transform: true, whitelist: true });

const transform = async (metatype: DtoClass, value: unknown, type: 'body' | 'query' = 'body') =>
  (await pipe.transform(value, { type, metatype })) as object;

async function catchMessages(promise: Promise<unknown>): Promise<unknown> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  expect((error as Error).name).toBe(BadRequestException.name);
  return ((error as BadRequestException).getResponse() as { message: unknown }).message;
}

describe('DTOs with the ValidationPipe of Nest', () => {
  it.each([
    [CobSolicitadaDto, samples.CobSolicitadaDto],
    [CobVSolicitadaDto, samples.CobVSolicitadaDto],
  ] as const)('keep every field of a valid body with whitelist: %p', async (dto, body) => {
    const instance = await transform(dto, body);
    expect(instance).toBeInstanceOf(dto);
    expect(JSON.parse(JSON.stringify(instance))).toEqual(body);
  });

  it('report the path and the rule in Portuguese', async () => {
    const body = {
      valor: { original: 5 },
      chave: 'k@example.com',
      infoAdicionais: [{ nome: 'a' }],
    };
    expect(await catchMessages(transform(CobSolicitadaDto, body))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^valor\.original deve ser um valor com ponto/),
        'infoAdicionais.0.valor é obrigatório',
      ]),
    );
  });

  it('convert the text of a query', async () => {
    const query = {
      inicio: '2020-04-01T00:00:00Z',
      fim: '2020-04-02T00:00:00Z',
      locationPresente: 'false',
      paginaAtual: '2',
      itensPorPagina: '50',
    };
    expect(await transform(ParametrosConsultaCobDto, query, 'query')).toEqual({
      ...query,
      locationPresente: false,
      paginaAtual: 2,
      itensPorPagina: 50,
    });
  });

  it('refuse a query with invalid values', async () => {
    const query = {
      inicio: '2020-04-01T00:00:00Z',
      fim: '2020-04-02T00:00:00Z',
      locationPresente: 'talvez',
      paginaAtual: 'dois',
      itensPorPagina: '5000',
    };
    expect(await catchMessages(transform(ParametrosConsultaCobDto, query, 'query'))).toHaveLength(
      3,
    );
  });
});
