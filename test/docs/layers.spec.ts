import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const config = readFileSync('eslint.config.js', 'utf8');

/** Reads the folders of a list of layers in eslint.config.js. */
function readLayers(name: string): string[] {
  const [, list = ''] = new RegExp(`const ${name} = \\[\n(.*?)\n\\];`, 's').exec(config) ?? [];
  return [...list.matchAll(/'([^']+)'/g)].map(([, folder = '']) => folder);
}

describe.each([
  ['simulator', 'simulatorLayers'],
  ['receiver', 'receiverLayers'],
])('the layers of lib/%s', (folder, name) => {
  const layers = readLayers(name);

  it('are folders that exist, each listed once', () => {
    expect(layers.length).toBeGreaterThan(5);
    expect(layers.filter((layer) => !existsSync(`lib/${folder}/${layer}`))).toEqual([]);
    expect(new Set(layers).size).toBe(layers.length);
  });

  it('contain every source file except the public ones', () => {
    const files = listSources(`lib/${folder}`).map((file) => file.slice(`lib/${folder}/`.length));
    const outside = files.filter(
      (file) => !layers.some((layer) => file.startsWith(`${layer}/`)) && !PUBLIC.has(file),
    );
    expect(files.length).toBeGreaterThan(50);
    expect(outside).toEqual([]);
  });
});

const PUBLIC = new Set(['index.ts', 'public.ts']);

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
}
