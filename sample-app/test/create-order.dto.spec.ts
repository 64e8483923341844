import { describe, expect, it } from '@jest/globals';
import { type HttpException, ValidationPipe } from '@nestjs/common';
import { CreateOrderDto } from '../src/orders/create-order.dto.js';

const pipe = new ValidationPipe({ whitelist: true, transform: true });
const check = (body: unknown): Promise<CreateOrderDto> =>
  pipe.transform(body, { type: 'body', metatype: CreateOrderDto });

const item = (quantidade: unknown = 1, produto: unknown = 'camiseta-ipe') => ({
  produto,
  quantidade,
});
const ALL = ['camiseta-ipe', 'cafe-da-serra', 'caneca-esmaltada', 'sacola-de-feira'];

describe('CreateOrderDto', () => {
  it.each([
    ['one item', [item(1)]],
    ['the largest quantity', [item(99)]],
    ['every product', ALL.map((produto) => item(1, produto))],
  ])('accepts %s', async (_, itens) => {
    await expect(check({ itens })).resolves.toEqual({ itens });
  });

  it('removes unknown fields', async () => {
    const body = { valor: '0.01', itens: [{ ...item(), preco: '0.01' }] };
    await expect(check(body)).resolves.toEqual({ itens: [item()] });
  });

  it.each([
    ['no items', {}, 'itens deve ser uma lista'],
    ['items of another kind', { itens: 'camiseta-ipe' }, 'itens deve ser uma lista'],
    ['no item', { itens: [] }, 'itens não pode ser uma lista vazia'],
    ['too many items', { itens: [...ALL, 'x'].map((id) => item(1, id)) }, 'mais produtos'],
    ['a product twice', { itens: [item(1), item(2)] }, 'repetir um produto'],
    ['an unknown product', { itens: [item(1, 'iate')] }, 'produto não existe no catálogo'],
    ['a quantity of 0', { itens: [item(0)] }, 'quantidade deve ser um número inteiro de 1 a 99'],
    [
      'a quantity of 100',
      { itens: [item(100)] },
      'quantidade deve ser um número inteiro de 1 a 99',
    ],
    ['a part of a product', { itens: [item(1.5)] }, 'quantidade deve ser um número inteiro'],
    ['a quantity as text', { itens: [item('1')] }, 'quantidade deve ser um número inteiro'],
    ['an item that is null', { itens: [null] }, 'cada um dos itens deve ter produto e quantidade'],
  ])('refuses %s', async (_, body, words) => {
    const refusal = await check(body).catch((error: unknown) =>
      JSON.stringify((error as HttpException).getResponse()),
    );
    expect(refusal).toContain(words);
  });
});
