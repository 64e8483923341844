import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/compile.js';

// `npm run bench:slow-downs -- [name…]`: plants each slow-down in a copy of the project, and runs the spec that counts
// what it costs. Exit code 1 if one is not noticed. Needs PostgreSQL (TEST_DATABASE_URL).

interface SlowDown {
  readonly name: string;
  readonly what: string;
  readonly file: string;
  /** Text that occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The spec that fails with it: a counter, not a clock. */
  readonly spec: string;
  readonly project?: 'services';
}

const COUNTED = 'test/client/counted-work.spec.ts';

const slowDowns: readonly SlowDown[] = [
  {
    name: 'lost-keep-alive',
    what: 'each request opens a connection',
    file: 'lib/transport/agent.ts',
    find: '    keepAlive = true,',
    replace: '    keepAlive = false,',
    spec: 'test/nest/simulated-provider.e2e-spec.ts',
  },
  {
    name: 'token-for-each-call',
    what: 'the stored token is not used',
    file: 'lib/auth/stores.ts',
    find: '    this.#tokens.set(key, token);\n',
    replace: '',
    spec: 'test/auth/token.service.spec.ts',
  },
  {
    name: 'second-parse',
    what: 'a response is parsed twice',
    file: 'lib/client/record.ts',
    find: '    return JSON.parse(text);',
    replace: '    JSON.parse(text);\n    return JSON.parse(text);',
    spec: COUNTED,
  },
  {
    name: 'second-stringify',
    what: 'a body is written twice',
    file: 'lib/client/prepare.ts',
    find: '    if (json !== undefined) return json;',
    replace: '    if (json !== undefined) return JSON.stringify(body);',
    spec: COUNTED,
  },
  {
    name: 'plan-for-each-call',
    what: 'the plan of an operation is built for each call',
    file: 'lib/client/caller.ts',
    find: '      this.#plans.set(operation, plan);\n',
    replace: '',
    spec: COUNTED,
  },
  {
    name: 'eager-log-text',
    what: 'the text of a line is built although nothing prints it',
    file: 'lib/observe/log.ts',
    find: '    return level !== false && isLogLevelEnabled(level);',
    replace: '    return level !== false;',
    spec: COUNTED,
  },
  {
    name: 'quadratic-walk',
    what: 'each Pix of a notification is compared with all others',
    file: 'lib/receiver/events.ts',
    find: '      const read = readItem(item, kind, rules);',
    replace: `      for (const each of items) Reflect.get(each as object, 'endToEndId');
      const read = readItem(item, kind, rules);`,
    spec: COUNTED,
  },
  {
    name: 'sequential-batch',
    what: 'events of a notification are claimed one by one',
    file: 'lib/receiver/stores/shared-store.ts',
    find: 'this.#waiting.splice(0, MAX_ITEMS)',
    replace: 'this.#waiting.splice(0, 1)',
    spec: 'test/receiver/many-events.spec.ts',
  },
  {
    name: 'full-scan',
    what: 'a filtered list of the simulated bank reads every record',
    file: 'devkit/simulator/kernel/records.ts',
    find: '      this.#byFields.set(names.join(), index);\n',
    replace: '',
    spec: 'test/simulator/kernel/field-index.spec.ts',
  },
  {
    name: 'lost-index',
    what: 'the ledger looks for the payments of a charge in all of them',
    file: 'lib/ledger/store.ts',
    find: "  ['payment', 'charge', 'account, charge'],\n",
    replace: '',
    spec: 'test/services/ledger-plans.spec.ts',
    project: 'services',
  },
];

/** What a copy of the project contains. */
const COPIED = [
  ...['lib', 'devkit', 'test', 'sample-app'],
  ...['package.json', 'jest.config.js', 'tsconfig.json'],
];

const names = process.argv.slice(2);
const chosen = slowDowns.filter(({ name }) => names.length === 0 || names.includes(name));
const copy = mkdtempSync(join(tmpdir(), 'slow-downs-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

const missed = chosen.filter((slowDown) => !isNoticed(slowDown));
console.log(`${chosen.length - missed.length} of ${chosen.length} slow-downs were noticed`);
process.exitCode = chosen.length > 0 && missed.length === 0 ? 0 : 1;

function isNoticed({ name, what, file, find, replace, spec, project }: SlowDown): boolean {
  const path = join(copy, file);
  const original = readFileSync(path, 'utf8');
  if (original.split(find).length !== 2) {
    console.log(`STALE   ${name}: ${file} does not contain its text once`);
    return false;
  }
  writeFileSync(
    path,
    original.replace(find, () => replace),
  );
  const failed = findFailure(spec, project);
  writeFileSync(path, original);
  console.log(failed === undefined ? `MISSED  ${name}: ${what}` : `noticed ${name} by ${failed}`);
  return failed !== undefined;
}

/** Returns the name of the first test that fails. */
function findFailure(spec: string, project: string | undefined): string | undefined {
  const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--maxWorkers', '1'];
  const projects = project === undefined ? ['tests', 'isolated'] : [project];
  const reporter = './test/page-defects/first-failure.js';
  const { stdout } = spawnSync(
    process.execPath,
    [...jest, '--selectProjects', ...projects, '--reporters', reporter, '--ci', spec],
    { cwd: copy, encoding: 'utf8' },
  );
  return /^FAILED (.+)$/m.exec(stdout)?.[1];
}
