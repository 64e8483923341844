import type { ConfigurableModuleAsyncOptions } from '@nestjs/common';
import {
  checkAsyncModuleOptions,
  checkModuleOptions,
  flag,
  nonEmptyText,
  objectOf,
  OptionChecker,
} from '../options/index.js';
import { DEFAULT_PREFIX, prefixRule, type PixEnvOptions } from './environment/index.js';
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

/** The arguments of `PixModule.forRootFromEnv`. */
export type PixModuleEnvOptions = PixEnvOptions & PixModuleExtras;

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

const envRule = objectOf<PixModuleEnvOptions>({ ...extras, prefix: prefixRule });

/**
 * Checks the arguments of `forRootFromEnv`.
 *
 * @throws ConfigurationError that lists all problems
 */
export function assertForRootFromEnv(options: unknown): void {
  const checker = new OptionChecker('PixModule.forRootFromEnv');
  checker.shape(options, envRule);
  checker.throwIfAny();
}

/** Returns the prefix of the variables of a named account: `PIX_FILIAL_` for `filial`. */
export function buildPrefix(name: string | undefined): string {
  if (name === undefined) return DEFAULT_PREFIX;
  const word = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return `${DEFAULT_PREFIX}${word.replace(/[^A-Z\d]+/g, '_')}_`;
}
