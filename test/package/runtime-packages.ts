/**
 * Lists what the two packages install beside their peers, with licenses, and the known advisories: `npm run licenses`.
 * Resolves the versions that npm installs today, without installing them. Fails on a license that is not permissive and
 * on an advisory. `-- bom.json` writes the list as CycloneDX.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/compile.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
}

interface Bom {
  readonly components: readonly Component[];
}

const PERMISSIVE = /\b(MIT|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0)\b/;
/** npm would install peers otherwise. */
const OPTIONS = ['--package-lock-only', '--legacy-peer-deps', '--ignore-scripts', '--no-fund'];

/** Calls a function with a folder whose lockfile has the dependencies of both packages, and nothing else. */
export function withRuntimeLock<T>(use: (folder: string) => T): T {
  const parent = mkdtempSync(join(tmpdir(), 'runtime-packages-'));
  try {
    const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest;
    const [{ name, version, ...library }, devkit] = [
      read('package.json'),
      read('devkit/package.json'),
    ];
    const dependencies = { ...library.dependencies, ...devkit.dependencies };
    // npm calls the whole as its folder.
    const folder = join(parent, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, dependencies }));
    execFileSync('npm', ['install', '--no-audit', ...OPTIONS], { cwd: folder });
    return use(folder);
  } finally {
    rmSync(parent, { recursive: true });
  }
}

/** Returns the packages of the lockfile as CycloneDX. */
export function createBom(folder: string): Bom {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'library', ...OPTIONS];
  return JSON.parse(execFileSync('npm', ['sbom', ...options], { cwd: folder }).toString()) as Bom;
}

export function getLicense({ licenses = [] }: Component): string {
  const texts = licenses.map(
    ({ license, expression }) => expression ?? license?.id ?? license?.name,
  );
  return texts.join();
}

export function isPermissive(license: string): boolean {
  return PERMISSIVE.test(license);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file] = process.argv.slice(2);
  withRuntimeLock((folder) => {
    const bom = createBom(folder);
    if (file !== undefined) writeFileSync(file, JSON.stringify(bom, null, 2));
    for (const component of bom.components) {
      const license = getLicense(component);
      const verdict = isPermissive(license) ? '' : ': not permissive';
      if (verdict !== '') process.exitCode = 1;
      console.log(`${component.name} ${component.version}: ${license}${verdict}`);
    }
    const { status } = spawnSync('npm', ['audit', ...OPTIONS], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  });
}
