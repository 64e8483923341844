import { resolve } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { dts } from 'rollup-plugin-dts';
import license from 'rollup-plugin-license';
import { keepClassNames, shareEntries } from './chunks.js';
import { withoutComments } from './comments.js';
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

/** The declarations for one module system, in the files of entries. These also export the types that others use. */
const describeTypes = (parts, chunks, extension) => ({
  input: parts.declarations,
  external: createExternal([]),
  plugins: [dts()],
  onwarn,
  preserveEntrySignatures: 'allow-extension',
  output: {
    ...nameFiles(parts.dist, extension),
    format: 'es',
    manualChunks: shareEntries(chunks),
  },
});

/** What describes the Pix API loads neither Nest nor what sends requests. */
const libraryChunks = { spec: library.modules.spec, core: library.modules.index };
const devkitChunks = { simulator: devkit.modules.index };

/** The Swagger plugin of Nest imports the file that declares a class: the DTO classes are in that of their entry. */
const libraryTypes = { dto: library.declarations.dto, index: library.declarations.index };
const devkitTypes = { index: devkit.declarations.index };

export default [
  buildModules(library, libraryChunks),
  buildCommonJs(library, libraryChunks),
  describeTypes(library, libraryTypes, '.d.ts'),
  describeTypes(library, libraryTypes, '.d.cts'),
  buildModules(devkit, devkitChunks, consoleAssets),
  buildCommonJs(devkit, devkitChunks),
  describeTypes(devkit, devkitTypes, '.d.ts'),
  describeTypes(devkit, devkitTypes, '.d.cts'),
];
