import { ConfigurationError } from 'nestjs-pix';
import type { OptionChecker } from 'nestjs-pix/internal';
import { listBasePaths, listTokenPaths, resolveBasePath, resolveTokenPath } from './paths.js';
import { simulatorQuirks, type SimulatorQuirksName } from './profiles.js';
import type { SimulatorQuirks } from './quirks.js';

/** Resolves the `quirks` option. @throws ConfigurationError if the name is unknown */
export function resolveQuirks(
  quirks: SimulatorQuirksName | SimulatorQuirks | undefined,
): SimulatorQuirks {
  if (typeof quirks !== 'string') return quirks ?? {};
  if (Object.hasOwn(simulatorQuirks, quirks)) return simulatorQuirks[quirks];
  throw new ConfigurationError(
    `Unknown quirks "${quirks as string}". Known ones: ${Object.keys(simulatorQuirks).join(', ')}.`,
  );
}

/** Adds the configuration problems of quirks. */
export function checkQuirks(quirks: SimulatorQuirks, checker: OptionChecker): void {
  const paths: Record<string, string> = {
    basePath: resolveBasePath(quirks),
    'token.path': resolveTokenPath(quirks),
  };
  for (const [family, { basePath, tokenPath }] of Object.entries(quirks.families ?? {})) {
    paths[`families.${family}.basePath`] = basePath;
    if (tokenPath !== undefined) paths[`families.${family}.tokenPath`] = tokenPath;
  }
  for (const [name, path] of Object.entries(quirks.operations ?? {})) {
    if (path !== '/') paths[`operations.${name}`] = path;
  }
  for (const [name, path] of Object.entries(paths)) {
    checker.require(
      /^(\/[\w.~-]+)+$/.test(path) && !path.startsWith('/simulator'),
      `quirks.${name} must be a path such as /pix/v2, and not below /simulator`,
    );
  }
  const basePaths = listBasePaths(quirks).map(({ path }) => path);
  for (const { path } of listTokenPaths(quirks)) {
    checker.require(
      !basePaths.includes(path),
      `quirks.${path === paths['token.path'] ? 'token.path' : 'families'} must not be the basePath`,
    );
  }
}
