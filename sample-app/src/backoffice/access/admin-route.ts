import type { ExecutionContext } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';

/** Returns whether a handler serves a path below `/api/admin`, as declared: a URL can be written in several forms. */
export function isAdminRoute(context: ExecutionContext): boolean {
  return joinPaths(context.getClass(), context.getHandler()).some(
    (path) => path === 'api/admin' || path.startsWith('api/admin/'),
  );
}

/** Returns the paths of a method of a controller, without the leading slash. */
export function joinPaths(controller: object, method: object): string[] {
  return readPaths(controller).flatMap((base) =>
    readPaths(method).map((path) => `${base}/${path}`.split('/').filter(Boolean).join('/')),
  );
}

function readPaths(target: object): string[] {
  const path = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
  return [path ?? ''].flat();
}
