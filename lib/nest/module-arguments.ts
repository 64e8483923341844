import type { ConfigurableModuleAsyncOptions } from '@nestjs/common';
import {
  checkAsyncModuleOptions,
  checkModuleOptions,
  flag,
  nonEmptyText,
} from '../errors/index.js';
import type { PixModuleOptions } from './pix.options.js';

/** The arguments of `forRoot` and `forRootAsync` in addition to the account's options. */
export interface PixModuleExtras {
  /** Makes the exports of the module available in every module. Default: `false`. */
  isGlobal?: boolean | undefined;
  /** Name of an additional account; its client is injected with `@InjectPixClient(name)`. */
  name?: string | undefined;
}

/** The arguments of `PixModule.forRootAsync`. */
export type PixModuleAsyncOptions = ConfigurableModuleAsyncOptions<
  PixModuleOptions,
  'createPixOptions'
> &
  PixModuleExtras;

const extras = { isGlobal: flag, name: nonEmptyText };

/**
 * Checks the arguments of `forRoot`. The options of the account are checked when the application starts.
 *
 * @throws ConfigurationError that lists all problems
 */
export function assertForRoot(options: unknown): void {
  checkModuleOptions('PixModule.forRoot', options, extras);
}

/**
 * Checks the arguments of `forRootAsync`.
 *
 * @throws ConfigurationError that lists all problems
 */
export function assertForRootAsync(options: unknown): void {
  checkAsyncModuleOptions('PixModule.forRootAsync', options, extras);
}
