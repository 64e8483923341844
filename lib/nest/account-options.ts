import { anything, objectOf, type ProblemList } from '../errors/index.js';
import type { PixModuleOptions } from './pix.options.js';

/** All options; the compiler reports one that is missing here. */
const OPTIONS = objectOf<PixModuleOptions>({
  provider: anything,
  simulator: anything,
  environment: anything,
  clientId: anything,
  clientSecret: anything,
  clientAuth: anything,
  certificate: anything,
  ca: anything,
  mutualTls: anything,
  scopes: anything,
  features: anything,
  leastPrivilege: anything,
  sandboxToken: anything,
  contaCorrente: anything,
  appKey: anything,
  headers: anything,
  timeout: anything,
  deadline: anything,
  retry: anything,
  tokenStore: anything,
  rateLimit: anything,
  validate: anything,
  allowUnknownFields: anything,
  payload: anything,
  baseUrl: anything,
  tokenUrl: anything,
  baseUrls: anything,
  tokenUrls: anything,
});

/** The longest accepted time limit, in seconds; larger values are usually meant as milliseconds. */
const LONGEST_TIMEOUT = 600;

/** Reports unknown options and values that are certainly mistakes. */
export function checkOptionNames(problems: ProblemList, options: PixModuleOptions): void {
  problems.shape(options, OPTIONS);
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
