import { RequestMethod } from '@nestjs/common';
import type { ApplicationConfig } from '@nestjs/core';
import { normalizePath } from './normalize-path.js';

/**
 * The path below the application's global prefix, as a controller's POST would have it: `setGlobalPrefix('api')` makes it
 * `/api/webhooks/pix`, unless its `exclude` names the path.
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
