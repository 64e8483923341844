import type { ProblemList } from '../errors/index.js';
import { unknownNames } from './option-names.js';
import type { PixModuleOptions } from './pix.options.js';

/** All options; the compiler reports one that is missing here. */
const OPTIONS = Object.keys({
  provider: true,
  simulator: true,
  environment: true,
  clientId: true,
  clientSecret: true,
  clientAuth: true,
  certificate: true,
  ca: true,
  mutualTls: true,
  scopes: true,
  features: true,
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
  baseUrls: true,
  tokenUrls: true,
} satisfies Record<keyof PixModuleOptions, true>);

/** The longest accepted time limit, in seconds; larger values are usually meant as milliseconds. */
const LONGEST_TIMEOUT = 600;

/** Reports unknown options and values that are certainly mistakes. */
export function checkOptionNames(problems: ProblemList, options: PixModuleOptions): void {
  for (const problem of unknownNames(options, OPTIONS)) problems.add(problem);
  checkCertificateOptions(problems, options.certificate);
  checkTimeout(problems, options.timeout);
  const { mutualTls }: { mutualTls?: unknown } = options;
  if (mutualTls !== undefined && mutualTls !== false) {
    problems.add('mutualTls only accepts false: with a certificate, mutual TLS is always used.');
  }
}

function checkCertificateOptions(problems: ProblemList, certificate: unknown): void {
  if (typeof certificate !== 'object' || certificate === null) return;
  const { pfx, cert, key } = certificate as Record<string, unknown>;
  if (pfx !== undefined && (cert !== undefined || key !== undefined)) {
    problems.add('certificate requires either pfx, or cert and key.');
  }
}

function checkTimeout(problems: ProblemList, timeout: unknown): void {
  const parts: unknown[] = [timeout].flat();
  for (const part of parts) {
    if (typeof part !== 'number' || !Number.isFinite(part) || part <= LONGEST_TIMEOUT) continue;
    problems.add(
      `timeout is in seconds and at most ${LONGEST_TIMEOUT}, so ${part} is too long. For ${part} milliseconds, set ${part / 1000}.`,
    );
  }
}

/** Reports a missing application key at a provider that requires one. */
export function checkAppKey(
  problems: ProblemList,
  { name, appKeyQuery }: { readonly name: string; readonly appKeyQuery?: string },
  { appKey }: PixModuleOptions,
): void {
  if (appKeyQuery === undefined || appKey !== undefined) return;
  problems.add(
    `appKey is required: ${name} requires the application's key in the query of each call (${appKeyQuery}).`,
  );
}
