import { resolve } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { dts } from 'rollup-plugin-dts';
import license from 'rollup-plugin-license';
import { keepClassNames, shareEntries, shareValues } from './chunks.js';
import { documentUrls, withoutComments } from './comments.js';
import { createExternal, devkit, library } from './entries.js';
import { consoleAssets, emptyFolder, jsonModules, moduleUrls } from './paths.js';
import { compilerMaps, slimMaps } from './source-maps.js';

/** Nothing that Rollup warns of is normal. */
const onwarn = (warning) => {
  throw new Error(warning.message);
};

const nameFiles = (dir, extension) => ({
  dir,
  entryFileNames: `[name]${extension}`,
  chunkFileNames: ({ name }) => `chunks/${name.replace(/\.d$/, '')}${extension}`,
  minifyInternalExports: false,
  generatedCode: 'es2015',
});

const findPackages = nodeResolve({ exportConditions: ['node'] });

const listLicenses = (dist) =>
  license({
    thirdParty: {
      allow: {
        test: ({ license: name = '' }) =>
          /\b(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0)\b/.test(name),
        failOnUnlicensed: true,
        failOnViolation: true,
      },
      multipleVersions: true,
      output: { file: resolve(dist, 'THIRD_PARTY_LICENSES.txt') },
    },
  });

const transforms = ({ compiled }) => [
  compilerMaps(compiled),
  findPackages,
  jsonModules,
  moduleUrls(compiled),
  keepClassNames,
  withoutComments,
  slimMaps,
];

const buildModules = (parts, chunks, ...plugins) => ({
  input: parts.modules,
  external: createExternal(parts.included),
  plugins: [emptyFolder(parts.dist), ...transforms(parts), ...plugins],
  onwarn,
  output: {
    ...nameFiles(parts.dist, '.js'),
    format: 'es',
    sourcemap: true,
    manualChunks: shareEntries(chunks),
  },
});

const buildCommonJs = (parts, chunks) => ({
  input: parts.commonJs,
  external: createExternal([...parts.included, ...parts.esmOnly]),
  plugins: [...transforms(parts), listLicenses(parts.dist)],
  onwarn,
  output: {
    ...nameFiles(parts.dist, '.cjs'),
    format: 'cjs',
    sourcemap: true,
    esModule: true,
    // Test runners cannot execute import() in CommonJS.
    dynamicImportInCjs: false,
    manualChunks: shareEntries(chunks),
  },
});

/** The declarations for one module system: what entries share is in a chunk, so that each exports its own names only. */
const describeTypes = (parts, findChunk, extension, markTypes) => ({
  input: parts.declarations,
  external: createExternal([]),
  plugins: [dts(), markTypes, documentUrls],
  onwarn: (warning) => {
    // Declarations may refer to each other, and `internal` leaves out types that the devkit does not name.
    const isFine =
      warning.code === 'CIRCULAR_CHUNK' ||
      /^\[plugin dts\] Entry "internal\./.test(warning.message);
    if (!isFine) onwarn(warning);
  },
  preserveEntrySignatures: 'strict',
  output: {
    ...nameFiles(parts.dist, extension),
    format: 'es',
    manualChunks: findChunk,
  },
});

/** What describes the Pix API loads neither Nest nor what sends requests. */
const libraryChunks = { spec: library.modules.spec, core: library.modules.index };
const devkitChunks = { simulator: devkit.modules.index };

/** The Swagger plugin of Nest imports the file that declares a class, as package.json exports the one of the DTO classes. */
const dtoFiles =
  /\.dto\.d\.ts$|[\\/]contract[\\/](banks[\\/]\w+|payload[\\/]payload\.operations)\.d\.ts$/;
/** Entries have their own names only: what others use of the main entry is in a chunk. */
const findTypes = ({ declarations }) => {
  const findCore = shareEntries({ core: declarations.index });
  const entries = new Set(Object.values(declarations));
  return (id, context) => {
    if (entries.has(id)) return undefined;
    return dtoFiles.test(id) ? 'dto' : findCore(id, context);
  };
};

const libraryValues = shareValues();
const devkitValues = shareValues();

export default [
  buildModules(library, libraryChunks, libraryValues.remember),
  buildCommonJs(library, libraryChunks),
  describeTypes(library, findTypes(library), '.d.ts', libraryValues.markTypes),
  describeTypes(library, findTypes(library), '.d.cts', libraryValues.markTypes),
  buildModules(devkit, devkitChunks, consoleAssets, devkitValues.remember),
  buildCommonJs(devkit, devkitChunks),
  describeTypes(devkit, findTypes(devkit), '.d.ts', devkitValues.markTypes),
  describeTypes(devkit, findTypes(devkit), '.d.cts', devkitValues.markTypes),
];
