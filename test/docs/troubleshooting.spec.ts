import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ROOT } from '../support/compile.js';

/** Names and messages of others: RFC 6749, Node.js, Nest and jest. */
const FOREIGN = new Set([
  'invalid_client',
  'invalid_scope',
  'ERR_PACKAGE_PATH_NOT_EXPORTED',
  'Must use import to load ES Module',
  "Nest can't resolve dependencies of",
]);

const source = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(ROOT, 'lib', name), 'utf8'))
  .join('\n')
  // Messages are also written as a sum of texts.
  .replace(/['`] \+\s+['`]/g, '');

const guide = readFileSync(join(ROOT, 'docs/guide/troubleshooting.md'), 'utf8');

describe('the messages of the troubleshooting guide', () => {
  const messages = [...guide.matchAll(/^\| ([^|]*) \|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)])
    .map(([, message = '']) => message)
    .filter((message) => !FOREIGN.has(message));

  test('are found', () => {
    expect(messages.length).toBeGreaterThan(50);
  });

  test.each(messages)('are texts of the library: %s', (message) => {
    for (const part of message.split('…').map((text) => text.trim())) {
      expect({ part, isInSource: source.includes(part) }).toEqual({ part, isInSource: true });
    }
  });
});
