import { ConfigurationError, type OptionChecker } from '../../errors/index.js';
import { resolveBasePath, resolveTokenPath } from './paths.js';
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
  const paths = { basePath: resolveBasePath(quirks), 'token.path': resolveTokenPath(quirks) };
  for (const [name, path] of Object.entries(paths)) {
    checker.require(
      /^(\/[\w.~-]+)+$/.test(path) && !path.startsWith('/simulator'),
      `quirks.${name} must be a path such as /pix/v2, and not below /simulator`,
    );
  }
  checker.require(
    paths.basePath !== paths['token.path'],
    'quirks.token.path must not be the basePath',
  );
}
