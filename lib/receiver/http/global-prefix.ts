import { RequestMethod } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import { normalizePath } from './normalize-path.js';

/**
 * Adds the application's global prefix to the path, as for a controller's POST:
 * `setGlobalPrefix('api')` makes it `/api/webhooks/pix`, unless its `exclude` contains the path.
 */
export function withGlobalPrefix(path: string, config: ApplicationConfig): string {
  const { exclude = [] } = config.getGlobalPrefixOptions();
  const isExcluded = exclude.some(
    ({ pathRegex, requestMethod }) =>
      (requestMethod === RequestMethod.ALL || requestMethod === RequestMethod.POST) &&
      pathRegex.test(path === '' ? '/' : path),
  );
  return isExcluded ? path : normalizePath(config.getGlobalPrefix(), path);
}
