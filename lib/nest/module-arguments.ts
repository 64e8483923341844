import type { ConfigurableModuleAsyncOptions } from '@nestjs/common';
import {
  anyFunction,
  anything,
  flag,
  isObject,
  must,
  nonEmptyText,
  objectOf,
  OptionChecker,
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
const list = must('a list', Array.isArray);

const extrasRule = objectOf<PixModuleExtras>(extras);
const asyncRule = objectOf<PixModuleAsyncOptions>({
  ...extras,
  imports: list,
  inject: list,
  provideInjectionTokensFrom: list,
  useFactory: anyFunction,
  useClass: anyFunction,
  useExisting: anything,
});

/**
 * Checks the arguments of `forRoot`. The options of the account are checked when the application starts.
 *
 * @throws ConfigurationError that lists all problems
 */
export function assertForRoot(options: unknown): void {
  const checker = new OptionChecker('PixModule.forRoot');
  if (isObject(options)) {
    const { isGlobal, name } = options;
    checker.shape({ isGlobal, name }, extrasRule);
  } else {
    checker.add('the options are missing: set at least provider, clientId and certificate');
  }
  checker.throwIfAny();
}

/**
 * Checks the arguments of `forRootAsync`.
 *
 * @throws ConfigurationError that lists all problems
 */
export function assertForRootAsync(options: unknown): void {
  const checker = new OptionChecker('PixModule.forRootAsync');
  if (isObject(options) && checker.shape(options, asyncRule)) {
    const { useFactory, useClass, useExisting } = options;
    checker.require(
      (useFactory ?? useClass ?? useExisting ?? undefined) !== undefined,
      'the options have no source: set useFactory, useClass or useExisting',
    );
  } else if (!isObject(options)) {
    checker.add('the options are missing: set useFactory, useClass or useExisting');
  }
  checker.throwIfAny();
}
