// Reads the options of an account from environment variables.

import { Logger } from '@nestjs/common';
import { ConfigurationError, isConfigurationError, toLogLine } from '../errors/index.js';
import { findClosestName, must, objectOf, checkOptions } from '../options/index.js';
import { pixProviders } from '../providers/index.js';
import { parseProxy } from '../transport/index.js';
import type { PixModuleOptions } from './pix.options.js';
import variablesData from './variables.json' with { type: 'json' };

/** A text in the languages of the command line. */
type Meaning = Readonly<Record<'pt' | 'en', string>>;

/** An environment variable that describes an account. */
export interface PixVariable {
  /** `PIX_CLIENT_ID`. */
  readonly name: string;
  /** What it contains. */
  readonly meaning: Meaning;
  /** Whether outputs must never contain the value. */
  readonly secret: boolean;
}

type AccountField = keyof typeof variablesData.account;
type ClientField = keyof typeof variablesData.client;
type Table<Field extends string> = Readonly<Record<Field, PixVariable>>;

/** The environment variables of one account at one provider. An empty value counts as absent. */
export const pixVariables: Table<AccountField> = variablesData.account;

/** Further options of the client, which have a default. */
export const pixClientVariables: Table<ClientField> = variablesData.client;

/** The address where the application receives notifications. Only commands read these. */
export const pixWebhookVariables: Table<'url' | 'secret'> = variablesData.webhook;

/** The beginning of the names of the variables in the tables. */
export const DEFAULT_PREFIX = 'PIX_';

/** Returns the name of a variable of the account with this prefix: `PIX_LOJA_CLIENT_ID`. */
export function buildVariableName({ name }: PixVariable, prefix: string): string {
  return prefix + name.slice(DEFAULT_PREFIX.length);
}

/** Variables by name, such as `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

const variables = { ...pixVariables, ...pixClientVariables };

type Field = keyof typeof variables;
type Texts = Partial<Record<Field, string>>;
type NameVariable = (field: Field) => string;
type Check = readonly [isValid: (text: string) => boolean, rule: string];

const PROVIDERS = [...Object.keys(pixProviders), 'simulator'];
const matches = (pattern: RegExp) => (text: string) => pattern.test(text);
const address: Check = [isAddress, 'must be an https address without credentials'];
const seconds: Check = [matches(/^\d{1,5}(\.\d{1,3})?$/), 'must be a number of seconds'];

/** What the text of a variable must be; other rules are those of its option. */
const checks = {
  provider: [(text) => PROVIDERS.includes(text), `must be one of ${PROVIDERS.join(', ')}`],
  environment: [matches(/^(production|sandbox)$/), 'must be production or sandbox'],
  baseUrl: address,
  tokenUrl: address,
  clientAuth: [matches(/^(basic|body)$/), 'must be body or basic'],
  mutualTls: [
    matches(/^false$/),
    'only accepts false: with a certificate, mutual TLS is always used',
  ],
  timeout: seconds,
  deadline: seconds,
} satisfies Partial<Record<Field, Check>>;

/** How an option is read from its text, unless it is that text. */
const conversions: Readonly<Partial<Record<Field, (text: string) => unknown>>> = {
  features: toListOrAll,
  scopes: toListOrAll,
  mutualTls: () => false,
  timeout: Number,
  deadline: Number,
};

/**
 * Reads the variables of {@link pixVariables}.
 *
 * @param prefix beginning of the names. Default: `PIX_`
 * @throws ConfigurationError that lists all problems, with the names of the variables and without their values
 */
export function readPixVariables(env: Variables, prefix = DEFAULT_PREFIX) {
  const texts = readTexts(env, pixVariables, prefix);
  refuseProblems(findProblems(texts, nameVariables(prefix)));
  return toOptions(texts);
}

function nameVariables(prefix: string): NameVariable {
  return (field) => buildVariableName(variables[field], prefix);
}

/** @throws ConfigurationError if there are problems */
function refuseProblems(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new ConfigurationError(`The variables are not valid: ${problems.join('; ')}.`, {
    details: { problems },
  });
}

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

/** Converts valid texts to options. The files are not read yet. */
function toOptions({ cert, key, pfx, passphrase, ...account }: Texts): Partial<PixModuleOptions> {
  const lock = passphrase === undefined ? {} : { passphrase };
  const pair = cert !== undefined && key !== undefined ? { cert, key, ...lock } : undefined;
  const certificate = pfx === undefined ? pair : { pfx, ...lock };
  const options = Object.entries(account).map(([field, text]) => {
    const convert = conversions[field as keyof typeof account];
    return [field, convert ? convert(text) : text] as const;
  });
  return { ...Object.fromEntries(options), ...(certificate && { certificate }) };
}

function findProblems(texts: Texts, name: NameVariable): string[] {
  const { provider, environment, sandboxToken, simulator, cert, key, pfx, proxy } = texts;
  const pair = `${name('cert')} and ${name('key')}`;
  const hasBoth = pfx !== undefined && (cert !== undefined || key !== undefined);
  const isHalf = !hasBoth && (cert === undefined) !== (key === undefined);
  const isStray = sandboxToken !== undefined && environment !== 'sandbox';
  const needsFolder = provider === 'simulator' && simulator === undefined;
  const invalid = (Object.keys(checks) as (keyof typeof checks)[]).flatMap((field) => {
    const [isValid, rule] = checks[field];
    const text = texts[field];
    return unless(text === undefined || isValid(text), `${name(field)} ${rule}`);
  });
  return [
    ...invalid,
    ...unless(!needsFolder, `${name('simulator')} must name the folder of the simulator`),
    ...(proxy === undefined ? [] : findProxyProblem(proxy, name)),
    ...unless(!hasBoth, `${name('pfx')} replaces ${pair}: set only one of both`),
    ...unless(!isHalf, `${pair} must both be set`),
    ...unless(!isStray, `${name('sandboxToken')} is for ${name('environment')}=sandbox only`),
  ];
}

function unless(isRight: boolean, problem: string): string[] {
  return isRight ? [] : [problem];
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

function findProxyProblem(proxy: string, name: NameVariable): string[] {
  try {
    parseProxy(proxy);
    return [];
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    return [error.message.replace(/^proxy/, name('proxy')).replace(/\.$/, '')];
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
  checkOptions('pixOptionsFromEnv', options, envOptionsRule);
  const { prefix = DEFAULT_PREFIX } = options;
  const texts = readTexts(env, variables, prefix);
  const name = nameVariables(prefix);
  refuseProblems([...findMissing(env, texts, name), ...findProblems(texts, name)]);
  warnOfMisspelt(env, prefix);
  // `findMissing` refuses an absent provider.
  return toOptions(texts) as PixModuleOptions;
}

/** A misspelt variable must not be an error: an application may have variables of its own. */
function warnOfMisspelt(env: Variables, prefix: string): void {
  const logger = new Logger('PixModule');
  for (const { name, meant } of findMisspeltVariables(env, prefix)) {
    logger.warn(toLogLine(`Nothing reads the variable ${name}; ${meant} may be meant.`));
  }
}

/** Describes the required variables that are absent. */
function findMissing(env: Variables, texts: Texts, name: NameVariable): string[] {
  const { provider, environment, clientId, sandboxToken, mutualTls, cert, key, pfx } = texts;
  if (provider === 'simulator') return [];
  const isSandbox = environment === 'sandbox';
  const hasClient = clientId !== undefined || (isSandbox && sandboxToken !== undefined);
  const hasCertificate = isSandbox || mutualTls === 'false' || (cert ?? key ?? pfx) !== undefined;
  const files = `${name('cert')} and ${name('key')}, or ${name('pfx')}`;
  return [
    ...unless(provider !== undefined, describeMissing(env, 'provider', name)),
    ...unless(hasClient, describeMissing(env, 'clientId', name)),
    ...unless(hasCertificate, `${files}, are missing: the client certificate of the bank`),
  ];
}

function describeMissing(env: Variables, field: Field, nameVariable: NameVariable): string {
  const name = nameVariable(field);
  const others = Object.keys(env).filter((other) => other !== name && other.startsWith('PIX'));
  const similar = others.find((other) => findClosestName(other, [name], () => 2) !== undefined);
  const hint = similar === undefined ? '' : ` (${similar} is set: is its name misspelt?)`;
  return `${name} is missing: ${variables[field].meaning.en}${hint}`;
}

/** The names are checked with all other options, when the application starts. */
function toListOrAll(text: string): 'all' | string[] {
  return text === 'all' ? text : text.split(/[\s,]+/).filter((name) => name !== '');
}

/** Up to this length, one edit makes another word: `PIX_CA`, `PIX_KEY`. */
const SHORT = 4;

/** Finds variables that nothing reads, and for each the absent one of the account that its name resembles. */
export function findMisspeltVariables(env: Variables, prefix: string) {
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
