/**
 * Checks that every entry declares the values that it exports, and writes the API report of every entry of the packages to test/package/api, or compares them with `-- --check`: `npm run
 * api`, after a build. A report contains the exported declarations and the declarations that they refer to, without
 * bodies and comments. API Extractor reads the declaration files in dist/.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CompilerState,
  ConsoleMessageId,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type ExtractorMessage,
} from '@microsoft/api-extractor';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');
const reports = join(root, 'test/package/api');
const packages = [root, join(root, 'devkit')];
const DIFF: string = ConsoleMessageId.ApiReportDiff;
/** No report: another name of an entry, for the Swagger plugin, and what makes no promise. */
const WITHOUT_REPORT = ['./dist/chunks/dto', './internal'];
const isCheck = process.argv.includes('--check');

interface Entry {
  readonly manifest: string;
  readonly report: string;
  readonly declarations: string;
  readonly modules: string;
}

async function readEntries(folder: string): Promise<Entry[]> {
  const manifest = join(folder, 'package.json');
  const { name, exports } = JSON.parse(await readFile(manifest, 'utf8')) as {
    name: string;
    exports: Record<string, string | { import: { types: string; default: string } }>;
  };
  return Object.entries(exports).flatMap(([path, target]) =>
    typeof target === 'string' || WITHOUT_REPORT.includes(path)
      ? []
      : [
          {
            manifest,
            report: `${path === '.' ? name : path.replace('./', '')}.api.md`,
            declarations: join(folder, target.import.types),
            modules: join(folder, target.import.default),
          },
        ],
  );
}

function configure({ manifest, report, declarations }: Entry, temporary: string): ExtractorConfig {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: declarations,
      newlineKind: 'lf',
      // The devkit's declarations lead to those of the library, not to its sources.
      compiler: {
        overrideTsconfig: {
          extends: join(root, 'tsconfig.build.json'),
          compilerOptions: { paths: {} },
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: report,
        reportFolder: reports,
        reportTempFolder: temporary,
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: manifest,
  });
}

/** Shows differences and errors, and hides advice about doc comments. */
function showMessage(message: ExtractorMessage): void {
  if (message.logLevel === ExtractorLogLevel.Error) return;
  if (message.messageId === DIFF) console.error(message.text);
  message.handled = true;
}

/** Writes or compares the reports and returns the names of those that differ. */
async function extractReports(entries: readonly Entry[]): Promise<string[]> {
  const temporary = await mkdtemp(join(tmpdir(), 'api-reports-'));
  try {
    const configs = entries.map((entry) => configure(entry, temporary));
    const [first] = configs;
    if (!first) throw new Error('package.json has no entry.');
    const compilerState = CompilerState.create(first, {
      additionalEntryPoints: entries.map((entry) => entry.declarations),
    });
    return configs.flatMap((config, index) => {
      const { apiReportChanged, errorCount } = Extractor.invoke(config, {
        compilerState,
        localBuild: !isCheck,
        printApiReportDiff: isCheck,
        messageCallback: showMessage,
      });
      if (errorCount > 0) throw new Error('API Extractor cannot read the declarations.');
      return apiReportChanged ? [entries[index]!.report] : [];
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Describes values that an entry declares and does not export, or the reverse. */
async function findFalseNames(entries: readonly Entry[]): Promise<string[]> {
  const files = entries.map(({ declarations }) => declarations);
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    skipLibCheck: true,
    types: ['node'],
  });
  const checker = program.getTypeChecker();
  const isTypeOnly = (each: ts.Declaration) => ts.isExportSpecifier(each) && each.isTypeOnly;
  const isValue = (symbol: ts.Symbol) => {
    const { flags } =
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return (flags & ts.SymbolFlags.Value) !== 0 && !symbol.declarations?.some(isTypeOnly);
  };
  const found = entries.map(async ({ declarations, modules }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(declarations)!)!;
    const values = checker.getExportsOfModule(module).filter(isValue);
    const declared = values.map(({ name }) => name);
    const exported = Object.keys((await import(pathToFileURL(modules).href)) as object);
    const differing = [
      ...declared.filter((name) => !exported.includes(name)),
      ...exported.filter((name) => !declared.includes(name)),
    ];
    return differing.map((name) => `${relative(root, modules)}: ${name}`);
  });
  return (await Promise.all(found)).flat();
}

const entries = (await Promise.all(packages.map(readEntries))).flat();
if (!entries.every(({ declarations }) => existsSync(declarations))) {
  throw new Error('There is nothing to report: run npm run build first.');
}
const falseNames = await findFalseNames(entries);
if (falseNames.length > 0)
  throw new Error(`Only declared, or only exported: ${falseNames.join(', ')}`);
const changed = await extractReports(entries);
const known = entries.map((entry) => entry.report);
const leftOver = (await readdir(reports)).filter((name) => !known.includes(name));

if (isCheck) {
  for (const name of changed)
    console.error(`${name} is stale. If the change is meant: npm run api, and commit the report.`);
  for (const name of leftOver) console.error(`${name} belongs to no entry.`);
  if (changed.length + leftOver.length > 0) process.exitCode = 1;
  else console.log(`The ${entries.length} API reports are up to date.`);
} else {
  for (const name of leftOver) await rm(join(reports, name));
  console.log(changed.length > 0 ? `Changed: ${changed.join(', ')}` : 'No report changed.');
}
