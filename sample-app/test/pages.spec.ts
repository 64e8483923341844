import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger, NotFoundException } from '@nestjs/common';
import { Pages } from '../src/page/pages.js';
import { createPagesFolder } from './support/pages-folder.js';

describe('Pages', () => {
  const warnings: unknown[] = [];
  beforeEach(() => {
    warnings.length = 0;
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((text) => void warnings.push(text));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('reads the built files', async () => {
    const folder = createPagesFolder();
    const pages = new Pages(folder.path);
    await folder.remove();
    expect(pages.shop.getHeaders().type).toBe('text/html; charset=utf-8');
    expect(pages.notFound(false)).toContain('href="/">Voltar para a loja');
    expect(pages.notFound(true)).toContain('href="/admin">Voltar para a área da loja');
    expect(warnings).toEqual([]);
  });

  it('says what to run when there is no build, and serves no page', () => {
    const pages = new Pages(join(import.meta.dirname, 'nothing'));
    expect(warnings).toEqual([expect.stringContaining('npm run build:sample')]);
    expect(() => pages.shop).toThrow(NotFoundException);
    expect(pages.notFound(true)).toBe('Página não encontrada');
  });
});
