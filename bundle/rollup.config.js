import { resolve } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { dts } from 'rollup-plugin-dts';
import license from 'rollup-plugin-license';
import { keepClassNames, shareMainEntry } from './chunks.js';
import { withoutComments } from './comments.js';
import {
  commonJs,
  createExternal,
  declarations,
  esmOnly,
  included,
  modules,
  root,
} from './entries.js';
import { consoleAssets, emptyFolder, moduleUrls } from './paths.js';
import { compilerMaps, slimMaps } from './source-maps.js';

const dir = resolve(root, 'dist');

/** Nothing that Rollup warns of is normal. */
const onwarn = (warning) => {
  throw new Error(warning.message);
};

const nameFiles = (extension) => ({
  dir,
  entryFileNames: `[name]${extension}`,
  chunkFileNames: ({ name }) => `chunks/${name.replace(/\.d$/, '')}${extension}`,
  minifyInternalExports: false,
  generatedCode: 'es2015',
});

const findPackages = nodeResolve({ exportConditions: ['node'] });

const licenses = license({
  thirdParty: {
    allow: {
      test: ({ license: name = '' }) => /\b(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0)\b/.test(name),
      failOnUnlicensed: true,
      failOnViolation: true,
    },
    multipleVersions: true,
    output: { file: resolve(dir, 'THIRD_PARTY_LICENSES.txt') },
  },
});

const esm = {
  input: modules,
  external: createExternal(included),
  plugins: [
    emptyFolder,
    compilerMaps,
    findPackages,
    moduleUrls,
    keepClassNames,
    withoutComments,
    slimMaps,
    consoleAssets,
  ],
  onwarn,
  output: {
    ...nameFiles('.js'),
    format: 'es',
    sourcemap: true,
    manualChunks: shareMainEntry('core', '.js'),
  },
};

const cjs = {
  input: commonJs,
  external: createExternal([...included, ...esmOnly]),
  plugins: [
    compilerMaps,
    findPackages,
    moduleUrls,
    keepClassNames,
    withoutComments,
    slimMaps,
    licenses,
  ],
  onwarn,
  output: {
    ...nameFiles('.cjs'),
    format: 'cjs',
    sourcemap: true,
    esModule: true,
    // Test runners cannot execute import() in CommonJS.
    dynamicImportInCjs: false,
    manualChunks: shareMainEntry('core', '.js'),
  },
};

/**
 * The declarations for one module system. Those of the main entry are in `index.d.ts` and not in a chunk: the Swagger
 * plugin of Nest imports the file that declares a class. That file also exports the types that only other entries use.
 */
const describeTypes = (extension) => ({
  input: declarations,
  external: createExternal([]),
  plugins: [dts()],
  onwarn,
  preserveEntrySignatures: 'allow-extension',
  output: {
    ...nameFiles(extension),
    format: 'es',
    manualChunks: shareMainEntry('index', '.d.ts'),
  },
});

export default [esm, cjs, describeTypes('.d.ts'), describeTypes('.d.cts')];
