import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { writeVersion } from '../package/release-version.js';
import { ROOT } from '../support/compile.js';
import { readTexts } from './citations.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly homepage: string;
  readonly bugs: { readonly url: string };
  readonly repository: { readonly type: string; readonly url: string };
}

const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as Manifest;
const address = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
const texts = await readTexts();

function read(path: string): string {
  const text = texts.get(path);
  if (text === undefined) throw new Error(`There is no ${path}.`);
  return text;
}

describe('the repository of package.json', () => {
  it('has the form that npm requires for provenance', () => {
    expect(manifest.repository.type).toBe('git');
    expect(manifest.repository.url).toMatch(/^git\+https:\/\/github\.com\/[\w-]+\/[\w-]+\.git$/);
    expect(address.endsWith(`/${manifest.name}`)).toBe(true);
  });

  it('is the address of the home page and the issue tracker', () => {
    expect(manifest.homepage).toBe(`${address}#readme`);
    expect(manifest.bugs.url).toBe(`${address}/issues`);
  });

  it.each([
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    '.github/ISSUE_TEMPLATE/bug.yml',
    '.github/ISSUE_TEMPLATE/config.yml',
  ])('is the one that %s names', (path) => {
    expect(read(path)).toContain(address);
  });

  it('is the only one with its name', () => {
    const named = new RegExp(`https://github\\.com/[\\w-]+/${manifest.name}(?![\\w-])`, 'g');
    const others = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(named)]
        .filter(([found]) => found !== address)
        .map(([found]) => `${path}: ${found}`),
    );
    expect(others).toEqual([]);
  });
});

describe('a file above 300 lines', () => {
  const long = [...texts].filter(
    ([path, text]) =>
      /^(lib|devkit|sample-app\/(web\/)?src)\/.*\.ts$/.test(path) &&
      text.trimEnd().split('\n').length > 300,
  );

  it('names its chapter in its first comment', () => {
    const names = long.filter(([, text]) => !/^\/[/*]/.test(text)).map(([path]) => path);
    expect(names).toEqual([]);
  });
});

describe('a release', () => {
  it('sets the version of the User-Agent', () => {
    const source = read('lib/nest/version.ts');
    expect(source).toContain(`'${manifest.version}'`);
    expect(writeVersion(source, '9.8.7')).toContain("export const VERSION = '9.8.7';");
    expect(() => writeVersion('', '9.8.7')).toThrow('no constant VERSION');
  });

  it('has changesets of this package only, each with a summary', async () => {
    const files = (await readdir(join(ROOT, '.changeset'))).filter(
      (name) => name.endsWith('.md') && name !== 'README.md',
    );
    for (const name of files) {
      expect(read(`.changeset/${name}`)).toMatch(
        new RegExp(`^---\n['"]${manifest.name}['"]: (patch|minor|major)\n---\n\n\\S`),
      );
    }
  });
});
