export type TestRunner = 'jest' | 'vitest';

/** What the files depend on. */
export interface Project {
  readonly platform: 'express' | 'fastify';
  /** Whether it is an ES module project, in which imports of own files end in `.js`. */
  readonly isModule: boolean;
  /** `undefined` without a test runner or `@nestjs/testing`. */
  readonly runner: TestRunner | undefined;
  /** Whether it has `@nestjs/config`, which loads `.env`. */
  readonly hasConfig: boolean;
}

/** Comments in the language of the user. */
export interface SourceComments {
  readonly bank: string;
  readonly stored: string;
  readonly valor: string;
  readonly paid: string;
  readonly test: string;
}
