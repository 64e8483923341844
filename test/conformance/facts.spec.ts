import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/compile.js';
import { buildFacts } from './facts/build-facts.js';
import { readFacts } from './facts/facts-file.js';

const OPENAPI = {
  openapi: '3.0.0',
  info: {
    title: 'API',
    version: '1.2.3',
    contact: { name: 'Support' },
    description: '# Errors\n\n### `NaoEncontrado`\n\nNothing is there.\n\n### `NaoEncontrado`\n',
  },
  servers: [{ url: 'https://pix.example.com', description: 'Production' }],
  paths: {
    '/a/{id}': {
      parameters: [
        { in: 'path', name: 'id', required: true, schema: { $ref: '#/components/schemas/Id' } },
      ],
      get: {
        summary: 'Reads one.',
        security: [{ OAuth2: ['a.read'] }],
        responses: {
          200: {
            description: 'It is there.',
            content: {
              'application/json': {
                schema: {
                  properties: {
                    title: { type: 'string', title: 'Its title', example: 'Some words' },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: { Id: { type: 'string', description: 'The id.', pattern: '[a-z]{3}' } },
    examples: {
      one: {
        summary: 'An example',
        value: {
          title: 'Some words',
          code: '000201 A B',
          other: { $ref: '#/components/examples/two' },
        },
      },
    },
  },
};

describe('buildFacts', () => {
  it('keeps machine-readable keywords and removes prose', () => {
    expect(buildFacts(OPENAPI)).toEqual({
      openapi: '3.0.0',
      info: { version: '1.2.3' },
      errorTypes: ['NaoEncontrado'],
      paths: {
        '/a/{id}': {
          parameters: [
            { in: 'path', name: 'id', required: true, schema: { $ref: '#/components/schemas/Id' } },
          ],
          get: {
            security: [{ OAuth2: ['a.read'] }],
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: { properties: { title: { type: 'string' } } },
                    example: { title: 'texto 1' },
                  },
                },
              },
            },
          },
        },
      },
      components: {
        schemas: { Id: { type: 'string', pattern: '[a-z]{3}' } },
        examples: {
          one: {
            value: {
              title: 'texto 1',
              code: '000201 A B',
              other: { $ref: '#/components/examples/two/value' },
            },
          },
        },
      },
    });
  });

  it('throws an error that names the position of an unknown keyword', () => {
    const altered = structuredClone(OPENAPI);
    Object.assign(altered.components.schemas.Id, { multipleOf: 2 });
    expect(() => buildFacts(altered)).toThrow(
      'The keyword multipleOf of #/components/schemas/Id is unknown.',
    );
  });
});

describe('the facts in the repository', () => {
  const texts: { readonly key: string; readonly text: string }[] = [];
  JSON.parse(JSON.stringify(readFacts()), (key, value: unknown) => {
    if (typeof value === 'string') texts.push({ key, text: value });
    return value;
  });

  it('contain no prose except placeholders and BR Codes', () => {
    const prose = texts.filter(
      ({ key, text }) => /\s/.test(text) && key !== 'pixCopiaECola' && !/^texto \d+$/.test(text),
    );
    expect(prose).toEqual([]);
    expect(texts.length).toBeGreaterThan(2000);
  });

  it('contain the version and unique error types', () => {
    const { info, errorTypes } = readFacts();
    expect(info.version).toBe('2.9.0');
    expect(errorTypes).toHaveLength(new Set(errorTypes).size);
    expect(errorTypes).toContain('CobOperacaoInvalida');
  });
});

describe('npm run conformance:facts -- --check', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'facts-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('fails when the facts of the file differ from those in the repository', async () => {
    const path = join(folder, 'openapi.yaml');
    await writeFile(path, JSON.stringify(OPENAPI));
    const script = [
      '--import',
      './test/support/register-typescript.js',
      'test/conformance/facts/facts.ts',
    ];
    const run = promisify(execFile)(process.execPath, [...script, path, '--check'], { cwd: ROOT });
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`differs from the facts of ${path}`),
    });
  });
});
