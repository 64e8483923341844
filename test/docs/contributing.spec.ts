import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { pixFamilies } from '../../lib/contract/pix-family.js';
import { ROOT } from '../support/compile.js';

const families: readonly string[] = pixFamilies;

/** The most files outside of its own folders that a new family may touch. */
const MOST_FILES = 6;

/** The files that CONTRIBUTING.md lists for a new family. */
const listed = listFiles(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));

function listFiles(markdown: string): string[] {
  const [, section = ''] = markdown.split('\n## How to add a resource family\n');
  const [steps = ''] = section.split('\n## ');
  return [...steps.matchAll(/^\| `([^`<>]+\.\w+)` +\|/gm)].map(([, file = '']) => file);
}

/** Whether a text has a word that is or begins with a family: `cob`, `cobs`, `cobOperations`, `PixCobService`. */
function hasFamily(text: string, family: string): boolean {
  const letters = family.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  return new RegExp(`\\b(?:Pix)?${letters}(?:s?\\b|[A-Z])`).test(text);
}

/**
 * The files and folders outside of the listed ones and of a family's own that name two families, and why a new family does not touch
 * them.
 */
const OTHER_MEANINGS: Readonly<Record<string, readonly string[]>> = {
  'the payloads behind a location, which have their own paths': [
    'lib/contract/payload/payload.operations.ts',
    'lib/payload/jws/content.ts',
    'lib/payload/location.ts',
    'lib/payload/payload.types.ts',
  ],
  'the values of tipoCob, the types of charges': [
    'lib/contract/shared/payload-location-cob.dto.ts',
    'lib/contract/shared/tipo-cob.types.ts',
    'lib/simulator/control-api/answers.ts',
    'lib/simulator/control-api/charge-summary.ts',
    'lib/simulator/domain/payer/remove.ts',
  ],
  'the kinds of notifications': [
    'lib/receiver/notifications/pix-event.ts',
    'lib/receiver/notifications/read-notification.ts',
    'lib/receiver/testing/webhook-test-client.ts',
    'lib/simulator/console/public/webhooks.js',
    'lib/simulator/control-api/deliveries.routes.ts',
  ],
  'operations of single providers': [
    'lib/contract/bb/bb.operations.ts',
    'lib/contract/bradesco/bradesco.operations.ts',
    'lib/contract/efi/efi.operations.ts',
    'lib/contract/inter/',
    'lib/contract/pagbank/pagbank.operations.ts',
    'lib/simulator/api/handlers/inter.handlers.ts',
  ],
  'calls of single operations: probes of a bank, scenarios and commands of the simulator': [
    'lib/cli/doctor/api.check.ts',
    'lib/cli/doctor/receiver.check.ts',
    'lib/cli/probe/',
    'lib/cli/simulator.examples.ts',
    'lib/simulator/control/api-caller.ts',
    'lib/simulator/control/scenarios/',
  ],
  'the addresses that banks call': ['lib/cli/webhook-address.ts'],
  'rules of the network': ['lib/simulator/domain/recurrence/network-rules.ts'],
  'the handlers of two families': ['lib/simulator/api/handlers/single-webhook.handlers.ts'],
  'suggested paths of faults': ['lib/simulator/console/public/fault-form.js'],
  'names of options': ['lib/simulator/settings/check-settings.ts'],
};

const explained = Object.values(OTHER_MEANINGS).flat();

function isExplained(path: string): boolean {
  return explained.some((entry) => path.startsWith(entry));
}

/** Whether a file belongs to a family: `cob/`, `cob.handlers.ts`, `pix-cob.service.ts`. */
function isOwn(path: string): boolean {
  return families.some((family) => new RegExp(`/(?:pix-)?${family}(?:/|\\.[a-z]+\\.)`).test(path));
}

/** The families that the code of a file names in a text: `'cob'`, `'/cob/{txid}'`, `'cob.get'`. */
function findNamedInTexts(path: string): string[] {
  const code = readFileSync(join(ROOT, path), 'utf8')
    .replace(/^(?:import|export) [^;]*from '[^']*';$/gm, '')
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/(?<!:)\/\/.*/g, '');
  return families.filter((family) => new RegExp(`['\`/]${family}['\`/.]`).test(code));
}

/** The families that a file does not name. */
function findUnnamed(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return families.filter((family) => !hasFamily(text, family));
}

/** Source files. Profiles of providers repeat what a source states about families that exist. */
function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (path === 'lib/providers/profiles') return [];
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.(ts|js)$/.test(path) ? [path] : [];
  });
}

describe('the steps to add a resource family', () => {
  it('touch at most 6 files outside of its own folders', () => {
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.length).toBeLessThanOrEqual(MOST_FILES);
  });

  it.each(listed)('include %s, which names every family', (path) => {
    expect(findUnnamed(path)).toEqual([]);
  });

  it('include every source file that names two families, except for other meanings of the names', () => {
    const naming = sourceFiles('lib').filter(
      (path) => !isOwn(path) && !listed.includes(path) && findNamedInTexts(path).length >= 2,
    );
    expect(naming.filter((path) => !isExplained(path))).toEqual([]);
    expect(explained.filter((entry) => !naming.some((path) => path.startsWith(entry)))).toEqual([]);
  });

  it('include every source file that names two thirds of the families, also outside of texts', () => {
    const listing = [...sourceFiles('lib'), ...sourceFiles('test/docs')].filter(
      (path) => !isExplained(path) && findUnnamed(path).length <= families.length / 3,
    );
    expect(listing.sort()).toEqual(listed.filter((path) => path.endsWith('.ts')).sort());
  });
});
