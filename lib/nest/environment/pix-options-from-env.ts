import { Logger } from '@nestjs/common';
import { ConfigurationError, isConfigurationError, toLogLine } from '../../errors/index.js';
import { findClosestName, must, objectOf, OptionChecker } from '../../options/index.js';
import { pixProviders, type PixEnvironment, type PixProviderName } from '../../providers/index.js';
import { parseProxy, type PixCertificateOptions, type PixProxy } from '../../transport/index.js';
import type { PixModuleOptions } from '../pix.options.js';
import {
  buildVariableName,
  DEFAULT_PREFIX,
  pixVariables,
  type PixVariable,
  type PixVariableField,
  pixClientVariables,
  pixWebhookVariables,
  type PixClientVariableField,
} from './pix-variables.js';

/** An account as environment variables describe it. The files are not read yet. */
export interface PixVariableValues {
  readonly provider?: PixProviderName | 'simulator';
  /** Folder of the simulator, with the provider `simulator`. */
  readonly simulator?: string;
  readonly environment?: PixEnvironment;
  readonly baseUrl?: string;
  readonly tokenUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly certificate?: PixCertificateOptions;
  readonly ca?: string;
  readonly proxy?: PixProxy;
  readonly sandboxToken?: string;
  readonly contaCorrente?: string;
  readonly appKey?: string;
  /** The receiver's Pix key. */
  readonly chave?: string;
}

/** Variables by name, such as `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

const ENVIRONMENTS: readonly unknown[] = [undefined, 'production', 'sandbox'];

/**
 * Reads the variables of {@link pixVariables}.
 *
 * @param prefix beginning of the names. Default: `PIX_`
 * @throws ConfigurationError that lists all problems, with the names of the variables and without their values
 */
export function readPixVariables(env: Variables, prefix = DEFAULT_PREFIX): PixVariableValues {
  const { values, problems } = collectPixVariables(env, prefix);
  refuseProblems(problems);
  return values;
}

/** @throws ConfigurationError if there are problems */
function refuseProblems(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new ConfigurationError(`The variables are not valid: ${problems.join('; ')}.`, {
    details: { problems },
  });
}

/** Reads the variables and finds their problems. Values with a problem must not be used. */
function collectPixVariables(
  env: Variables,
  prefix: string,
): { readonly values: PixVariableValues; readonly problems: readonly string[] } {
  const texts = readTexts(env, pixVariables, prefix);
  const { cert, key, pfx, passphrase, ...account } = texts;
  const name: NameVariable = (field) => buildVariableName(pixVariables[field], prefix);
  const lock = passphrase === undefined ? {} : { passphrase };
  const pair = cert !== undefined && key !== undefined ? { cert, key, ...lock } : undefined;
  const certificate = pfx === undefined ? pair : { pfx, ...lock };
  return {
    values: { ...(account as PixVariableValues), ...(certificate && { certificate }) },
    problems: findProblems(texts, name),
  };
}

type Texts = Partial<Record<PixVariableField, string>>;
type NameVariable = (field: PixVariableField) => string;

/** Reads the texts of a table of variables by field. */
export function readTexts<Field extends string>(
  env: Variables,
  table: Readonly<Record<Field, PixVariable>>,
  prefix: string,
): Partial<Record<Field, string>> {
  const entries = Object.entries<PixVariable>(table).map(([field, variable]) => [
    field,
    env[buildVariableName(variable, prefix)]?.trim() ?? '',
  ]);
  return Object.fromEntries(entries.filter(([, text]) => text !== '')) as Partial<
    Record<Field, string>
  >;
}

function findProblems(texts: Texts, name: NameVariable): string[] {
  const { provider, simulator, environment, baseUrl, tokenUrl, cert, key, pfx } = texts;
  const names = [...Object.keys(pixProviders), 'simulator'];
  const pair = `${name('cert')} and ${name('key')}`;
  const hasBoth = pfx !== undefined && (cert !== undefined || key !== undefined);
  const proxyProblem = findProxyProblem(texts.proxy, name);
  const problems: readonly (readonly [isProblem: boolean, problem: string])[] = [
    [
      provider !== undefined && !names.includes(provider),
      `${name('provider')} must be one of ${names.join(', ')}`,
    ],
    [
      provider === 'simulator' && simulator === undefined,
      `${name('simulator')} must name the folder of the simulator`,
    ],
    [!ENVIRONMENTS.includes(environment), `${name('environment')} must be production or sandbox`],
    [!isAddress(baseUrl), `${name('baseUrl')} must be an https address without credentials`],
    [!isAddress(tokenUrl), `${name('tokenUrl')} must be an https address without credentials`],
    [proxyProblem !== undefined, proxyProblem ?? ''],
    [hasBoth, `${name('pfx')} replaces ${pair}: set only one of both`],
    [!hasBoth && (cert === undefined) !== (key === undefined), `${pair} must both be set`],
  ];
  return problems.filter(([isProblem]) => isProblem).map(([, problem]) => problem);
}

function isAddress(text: string | undefined): boolean {
  if (text === undefined) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

function findProxyProblem(proxy: string | undefined, name: NameVariable): string | undefined {
  try {
    if (proxy !== undefined) parseProxy(proxy);
    return undefined;
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    return error.message.replace(/^proxy/, name('proxy')).replace(/\.$/, '');
  }
}

/** Which variables {@link pixOptionsFromEnv} reads. */
export interface PixEnvOptions {
  /**
   * Beginning of the names of the variables, for one of several accounts: with `PIX_FILIAL_`, the
   * client identifier is in `PIX_FILIAL_CLIENT_ID`. Default: `PIX_`.
   */
  prefix?: string | undefined;
}

/** Checks a prefix, which ends in an underscore: a forgotten one would read other variables. */
export const prefixRule = must(
  "capital letters, digits and underscores that end in an underscore, such as 'PIX_FILIAL_'",
  (value) => typeof value === 'string' && /^[A-Z][A-Z\d_]*_$/.test(value),
);

const envOptionsRule = objectOf<PixEnvOptions>({ prefix: prefixRule });

type ClientTexts = Partial<Record<PixClientVariableField, string>>;

/**
 * Reads the options of an account from environment variables: `PIX_PROVIDER`, `PIX_CLIENT_ID`,
 * `PIX_CERT` and others. docs/configuration.md lists them. An empty variable counts as absent;
 * certificates and keys may be paths, PEM or base64 text. Logs a warning for each variable that
 * nothing reads and whose name resembles that of an absent one.
 *
 * @param env variables by name. Default: `process.env`
 * @throws ConfigurationError that lists all missing and invalid variables by name, without values
 *
 * @example
 * const pix = await createPixClient({ ...pixOptionsFromEnv(), tokenStore });
 */
export function pixOptionsFromEnv(
  env: Readonly<Record<string, string | undefined>> = process.env,
  options: PixEnvOptions = {},
): PixModuleOptions {
  const checker = new OptionChecker('pixOptionsFromEnv');
  checker.shape(options, envOptionsRule);
  checker.throwIfAny();
  const { prefix = DEFAULT_PREFIX } = options;
  const { values, problems } = collectPixVariables(env, prefix);
  const texts = readTexts(env, pixClientVariables, prefix);
  refuseProblems([
    ...findMissing(env, prefix, values, texts),
    ...problems,
    ...findClientProblems(texts, prefix),
  ]);
  warnOfMisspelt(env, prefix);
  // `findMissing` refuses an absent provider.
  return { ...values, ...toClientOptions(texts) } as PixModuleOptions;
}

/** A misspelt variable must not be an error: an application may have variables of its own. */
function warnOfMisspelt(env: Variables, prefix: string): void {
  const logger = new Logger('PixModule');
  for (const { name, meant } of findMisspeltVariables(env, prefix)) {
    logger.warn(toLogLine(`Nothing reads the variable ${name}; ${meant} may be meant.`));
  }
}

/** Describes the required variables that are absent. */
function findMissing(
  env: Variables,
  prefix: string,
  { provider, environment, clientId, sandboxToken }: PixVariableValues,
  { mutualTls }: ClientTexts,
): string[] {
  const isSet = (field: PixVariableField): boolean =>
    (env[buildVariableName(pixVariables[field], prefix)]?.trim() ?? '') !== '';
  const missing = (field: PixVariableField): string => describeMissing(env, prefix, field);
  if (provider === 'simulator') return [];
  const isSandbox = environment === 'sandbox';
  const needsClient = clientId === undefined && !(isSandbox && sandboxToken !== undefined);
  const needsCertificate =
    !isSandbox && mutualTls !== 'false' && !(['cert', 'key', 'pfx'] as const).some(isSet);
  const [cert, key, pfx] = (['cert', 'key', 'pfx'] as const).map((field) =>
    buildVariableName(pixVariables[field], prefix),
  );
  return [
    ...(provider === undefined ? [missing('provider')] : []),
    ...(needsClient ? [missing('clientId')] : []),
    ...(needsCertificate
      ? [`${cert} and ${key}, or ${pfx}, are missing: the client certificate of the bank`]
      : []),
  ];
}

function describeMissing(env: Variables, prefix: string, field: PixVariableField): string {
  const variable: PixVariable = pixVariables[field];
  const name = buildVariableName(variable, prefix);
  const others = Object.keys(env).filter((other) => other !== name && other.startsWith('PIX'));
  const similar = others.find((other) => findClosestName(other, [name], () => 2) !== undefined);
  const hint = similar === undefined ? '' : ` (${similar} is set: is its name misspelt?)`;
  return `${name} is missing: ${variable.meaning.en}${hint}`;
}

const SECONDS = /^\d{1,5}(\.\d{1,3})?$/;

const CLIENT_CHECKS: Readonly<Partial<Record<PixClientVariableField, readonly [RegExp, string]>>> =
  {
    clientAuth: [/^(basic|body)$/, 'must be body or basic'],
    mutualTls: [/^false$/, 'only accepts false: with a certificate, mutual TLS is always used'],
    timeout: [SECONDS, 'must be a number of seconds'],
    deadline: [SECONDS, 'must be a number of seconds'],
  };

function findClientProblems(texts: ClientTexts, prefix: string): string[] {
  return Object.entries(CLIENT_CHECKS).flatMap(([field, [pattern, rule]]) => {
    const text = texts[field as PixClientVariableField];
    if (text === undefined || pattern.test(text)) return [];
    const variable = pixClientVariables[field as PixClientVariableField];
    return [`${buildVariableName(variable, prefix)} ${rule}`];
  });
}

function toClientOptions({
  features,
  scopes,
  clientAuth,
  mutualTls,
  timeout,
  deadline,
}: ClientTexts): Partial<PixModuleOptions> {
  return {
    ...(features !== undefined && {
      features: toListOrAll(features) as NonNullable<PixModuleOptions['features']>,
    }),
    ...(scopes !== undefined && { scopes: toListOrAll(scopes) }),
    ...(clientAuth !== undefined && { clientAuth: clientAuth === 'body' ? 'body' : 'basic' }),
    ...(mutualTls !== undefined && { mutualTls: false }),
    ...(timeout !== undefined && { timeout: Number(timeout) }),
    ...(deadline !== undefined && { deadline: Number(deadline) }),
  };
}

/** The names are checked with all other options, when the application starts. */
function toListOrAll(text: string): 'all' | string[] {
  return text === 'all' ? text : text.split(/[\s,]+/).filter((name) => name !== '');
}

/** A variable that nothing reads, and the absent one that its name resembles. */
interface MisspeltVariable {
  readonly name: string;
  readonly meant: string;
}

/** Up to this length, one edit makes another word: `PIX_CA`, `PIX_KEY`. */
const SHORT = 4;

/** Finds variables whose names resemble that of an absent variable of the account. */
export function findMisspeltVariables(env: Variables, prefix: string): MisspeltVariable[] {
  const tables: readonly Readonly<Record<string, PixVariable>>[] = [
    pixVariables,
    pixClientVariables,
    pixWebhookVariables,
  ];
  const known = tables.flatMap((table) =>
    Object.values(table).map((variable) => buildVariableName(variable, prefix)),
  );
  const ends = known.map((name) => `_${name.slice(prefix.length)}`);
  const absent = known.filter((name) => (env[name] ?? '').trim() === '');
  const maxEdits = (name: string) => (name.length - prefix.length <= SHORT ? 1 : 2);
  return Object.keys(env)
    .filter((name) => name.toUpperCase().startsWith(prefix))
    .filter((name) => !known.includes(name) && !isOfOtherAccount(name, prefix, ends))
    .flatMap((name) => {
      const meant = findClosestName(name, absent, maxEdits);
      return meant === undefined ? [] : [{ name, meant }];
    });
}

/** Whether the name is that of a variable with another word before it: `PIX_FILIAL_CLIENT_ID`. */
function isOfOtherAccount(name: string, prefix: string, ends: readonly string[]): boolean {
  return ends.some((end) => name.length > prefix.length + end.length && name.endsWith(end));
}
