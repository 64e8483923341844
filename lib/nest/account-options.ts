import type { ProblemList } from '../errors/index.js';
import { unknownNames } from './option-names.js';
import type { PixModuleOptions } from './pix.options.js';

/** Every option, so that the compiler asks for a new one here. */
const OPTIONS = Object.keys({
  provider: true,
  environment: true,
  clientId: true,
  clientSecret: true,
  clientAuth: true,
  certificate: true,
  ca: true,
  mutualTls: true,
  scopes: true,
  leastPrivilege: true,
  sandboxToken: true,
  contaCorrente: true,
  appKey: true,
  headers: true,
  timeout: true,
  deadline: true,
  retry: true,
  tokenStore: true,
  rateLimit: true,
  validate: true,
  allowUnknownFields: true,
  payload: true,
  baseUrl: true,
  tokenUrl: true,
} satisfies Record<keyof PixModuleOptions, true>);

/** Nobody waits longer for one attempt, and 30000 was meant as milliseconds. */
const LONGEST_TIMEOUT = 600;

/** Refuses options that do not exist, and values that can only be mistakes. */
export function checkOptionNames(problems: ProblemList, options: PixModuleOptions): void {
  for (const problem of unknownNames(options, OPTIONS)) problems.add(problem);
  checkCertificateOptions(problems, options.certificate);
  checkTimeout(problems, options.timeout);
  const { mutualTls }: { mutualTls?: unknown } = options;
  if (mutualTls !== undefined && mutualTls !== false) {
    problems.add('mutualTls takes false only: with a certificate, mutual TLS is always used.');
  }
}

function checkCertificateOptions(problems: ProblemList, certificate: unknown): void {
  if (typeof certificate !== 'object' || certificate === null) return;
  const { pfx, cert, key } = certificate as Record<string, unknown>;
  if (pfx !== undefined && (cert !== undefined || key !== undefined)) {
    problems.add('certificate takes either pfx, or cert and key.');
  }
}

function checkTimeout(problems: ProblemList, timeout: unknown): void {
  const parts: unknown[] = [timeout].flat();
  for (const part of parts) {
    if (typeof part !== 'number' || !Number.isFinite(part) || part <= LONGEST_TIMEOUT) continue;
    problems.add(
      `timeout is in seconds and at most ${LONGEST_TIMEOUT}, so ${part} is too long. For ${part} milliseconds, give ${part / 1000}.`,
    );
  }
}

/** Refuses an account at a provider that takes an application key, when it has none. */
export function checkAppKey(
  problems: ProblemList,
  { name, appKeyQuery }: { readonly name: string; readonly appKeyQuery?: string },
  { appKey }: PixModuleOptions,
): void {
  if (appKeyQuery === undefined || appKey !== undefined) return;
  problems.add(
    `appKey is required: ${name} wants the application's key in the query of each call (${appKeyQuery}).`,
  );
}
