import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../../support/compile.js';
import { takeShare } from '../../../support/share.js';
import { readFacts } from '../../facts/facts-file.js';
import type { CheckName } from '../../run.js';
import { readDeclaredTypes } from '../../types/declared-types.js';
import { libraryAlterations } from './index.js';
import type * as altered from './run-altered.js';

// Prints one line of JSON for each alteration: the findings of its check in the altered library. Run it with
// `node --import ./test/support/register-typescript.js test/conformance/alterations/library/alter.ts`; SHARE_SEED picks a
// third of them.

register('./altered-hooks.js', import.meta.url, { data: [...libraryAlterations] });

const chosen = takeShare([...libraryAlterations.entries()], 3);
const root = { ...readFacts() };
const types = readDeclaredTypes();

for (const [index, { what, check, file, find, replace }] of chosen) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const declared =
    check === 'types'
      ? readDeclaredTypes(new Map([[file, text.replace(find, () => replace)]]))
      : types;
  const { runAltered } = (await import(`./run-altered.js?altered=${index}`)) as typeof altered;
  const detected = await runAltered(root, declared, check as CheckName);
  console.log(JSON.stringify({ what, detected }));
}
