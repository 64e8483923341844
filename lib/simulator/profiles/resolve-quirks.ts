import { ConfigurationError } from '../../errors/index.js';
import { basePathOf, tokenPathOf } from './paths.js';
import { simulatorQuirks } from './profiles.js';
import type { SimulatorQuirksName } from './profiles.js';
import type { SimulatorQuirks } from './quirks.js';

/** @throws ConfigurationError when no provider has that name */
export function quirksOf(
  quirks: SimulatorQuirksName | SimulatorQuirks | undefined,
): SimulatorQuirks {
  if (typeof quirks !== 'string') return quirks ?? {};
  if (Object.hasOwn(simulatorQuirks, quirks)) return simulatorQuirks[quirks];
  throw new ConfigurationError(
    `Unknown quirks "${quirks as string}". Known ones: ${Object.keys(simulatorQuirks).join(', ')}.`,
  );
}

/** What would keep quirks of one's own from being served. */
export function* quirkFaults(quirks: SimulatorQuirks): Generator<string> {
  const paths = { basePath: basePathOf(quirks), 'token.path': tokenPathOf(quirks) };
  for (const [name, path] of Object.entries(paths)) {
    if (!/^(\/[\w.~-]+)+$/.test(path) || path.startsWith('/simulator')) {
      yield `quirks.${name} must be a path such as /pix/v2, and not below /simulator`;
    }
  }
  if (paths.basePath === paths['token.path']) yield 'quirks.token.path must not be the basePath';
}
