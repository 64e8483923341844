import { expect } from '@jest/globals';
import type { BareResponse } from './bare-client.js';

/** Checks that a response is a complete problem of the given type (RFC 7807; specification, "Tratamento de erros"). */
export function expectProblem(
  response: BareResponse,
  status: number,
  type: string,
  propriedades?: string[],
): void {
  expect(response.headers['content-type']).toBe('application/problem+json');
  expect(response.body).toMatchObject({
    type: `https://pix.bcb.gov.br/api/v2/error/${type}`,
    title: expect.stringMatching(/\S/),
    status,
    detail: expect.stringMatching(/\S/),
  });
  expect(response.status).toBe(status);
  if (propriedades) {
    const violacoes = response.body.violacoes as { razao: string; propriedade: string }[];
    expect(violacoes.map(({ propriedade }) => propriedade)).toEqual(propriedades);
    for (const { razao } of violacoes) expect(razao).toMatch(/\S/);
  }
}
