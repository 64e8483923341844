import { describe, expect, it } from '@jest/globals';
import { findScale } from '../src/statistics/find-scale.js';

describe('scale of a chart', () => {
  it.each([
    [1304.95, 2000, 'R$\u00a02.000', 'R$\u00a01.000'],
    [500, 500, 'R$\u00a0500', 'R$\u00a0250'],
    [5.01, 10, 'R$\u00a010', 'R$\u00a05'],
    [0.3, 1, 'R$\u00a01', 'R$\u00a00,50'],
    [0, 1, 'R$\u00a01', 'R$\u00a00,50'],
  ])('for %d ends at a round number', (highest, height, top, middle) => {
    expect(findScale(highest)).toEqual({ height, top, middle });
  });
});
