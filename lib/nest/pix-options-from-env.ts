// Reads the options of an account from environment variables.

import { Logger } from '@nestjs/common';
import { toLogLine } from '../errors/index.js';
import {
  checkOptions,
  findClosestName,
  must,
  objectOf,
  OptionChecker,
  type OptionRule,
  type OptionVariable,
} from '../options/index.js';
import { pixProviders } from '../providers/index.js';
import { accountTable, type PixModuleOptions } from './pix.options.js';

/** The beginning of the names of the variables in the tables. */
export const DEFAULT_PREFIX = 'PIX_';

/** An environment variable that describes an account. */
export interface PixVariable extends OptionVariable {
  /** `PIX_CLIENT_ID`. */
  readonly name: string;
}

/** Names the variable of each option: that of `clientId` is `PIX_CLIENT_ID`. */
function nameAll<Field extends string>(table: Readonly<Record<Field, OptionVariable>>) {
  const entries = Object.entries<OptionVariable>(table).map(([field, row]) => {
    const words = field.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    return [field, { ...row, name: DEFAULT_PREFIX + words }];
  });
  return Object.fromEntries(entries) as Readonly<Record<Field, PixVariable>>;
}

type Rows = typeof accountTable.rows;
type Field =
  | {
      [Name in keyof Rows]: Rows[Name] extends { readonly variable: string } ? Name : never;
    }[keyof Rows]
  | keyof Rows['certificate']['variables'];

const variables = nameAll<Field>(
  Object.fromEntries(
    Object.entries<object>(accountTable.rows).flatMap(([field, row]) => {
      if ('variables' in row) return Object.entries(row.variables as object);
      return 'variable' in row ? [[field, row]] : [];
    }),
  ) as Record<Field, OptionVariable>,
);

const { features, scopes, clientAuth, mutualTls, timeout, deadline, ...account } = variables;

/** The environment variables of one account at one provider. An empty value counts as absent. */
export const pixVariables = account;

/** Further options of the client, which have a default. */
export const pixClientVariables = { features, scopes, clientAuth, mutualTls, timeout, deadline };

/** The address where the application receives notifications. Only commands read these. */
export const pixWebhookVariables = nameAll({
  webhookUrl: {
    variable: 'public address of the webhook receiver, without the suffix of the bank',
    secret: true,
  },
  webhookSecret: {
    variable: 'secret in the parameter `hmac` of the registered address',
    secret: true,
  },
});

/** Returns the name of a variable of the account with this prefix: `PIX_LOJA_CLIENT_ID`. */
export function buildVariableName({ name }: PixVariable, prefix: string): string {
  return prefix + name.slice(DEFAULT_PREFIX.length);
}

/** Variables by name, such as `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

const PROVIDERS = [...Object.keys(pixProviders), 'simulator'];

type Texts = Partial<Record<Field, string>>;
type NameVariable = (field: Field) => string;

/**
 * Reads the variables of {@link pixVariables}.
 *
 * @param prefix beginning of the names. Default: `PIX_`
 * @throws ConfigurationError that lists all problems, with the names of the variables and without secrets
 */
export function readPixVariables(env: Variables, prefix = DEFAULT_PREFIX) {
  const texts = readTexts(env, pixVariables, prefix);
  const checker = new OptionChecker(OWNER);
  checkTexts(texts, nameVariables(prefix), checker);
  checker.throwIfAny();
  return toOptions(texts);
}

function nameVariables(prefix: string): NameVariable {
  return (field) => buildVariableName(variables[field], prefix);
}

/** The beginning of the error that lists the problems. */
const OWNER = 'The variables are not valid';

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
    const { parse } = variables[field as keyof typeof account];
    return [field, parse ? parse(text) : text] as const;
  });
  return { ...Object.fromEntries(options), ...(certificate && { certificate }) };
}

/** Checks each text by the rule of its option, and which variables fit together. */
function checkTexts(texts: Texts, name: NameVariable, checker: OptionChecker): void {
  const { provider, environment, sandboxToken, simulator, cert, key, pfx } = texts;
  const rules: Readonly<Record<string, unknown>> = accountTable.rows;
  for (const [field, value] of Object.entries(toOptions(texts))) {
    // The key is checked when the application starts: `doctor` examines the rest with an invalid one.
    const variable = field in variables && field !== 'chave' && name(field as Field);
    if (!variable) continue;
    (rules[field] as { readonly rule: OptionRule }).rule(value, variable, (problem) => {
      checker.add(
        typeof problem === 'string'
          ? problem
          : problem.message.replace(field, variable).replace(/\.$/, ''),
      );
    });
  }
  const pair = `${name('cert')} and ${name('key')}`;
  const hasBoth = pfx !== undefined && (cert !== undefined || key !== undefined);
  const isHalf = !hasBoth && (cert === undefined) !== (key === undefined);
  const isKnown = provider === undefined || PROVIDERS.includes(provider);
  checker.require(isKnown, `${name('provider')} must be one of ${PROVIDERS.join(', ')}`);
  checker.require(
    provider !== 'simulator' || simulator !== undefined,
    `${name('simulator')} must name the folder of the simulator`,
  );
  checker.require(!hasBoth, `${name('pfx')} replaces ${pair}: set only one of both`);
  checker.require(!isHalf, `${pair} must both be set`);
  checker.require(
    sandboxToken === undefined || environment === 'sandbox',
    `${name('sandboxToken')} is for ${name('environment')}=sandbox only`,
  );
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
 * @throws ConfigurationError that lists all missing and invalid variables by name, without secrets
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
  const checker = new OptionChecker(OWNER);
  checkRequired(env, texts, name, checker);
  checkTexts(texts, name, checker);
  checker.throwIfAny();
  warnOfMisspelt(env, prefix);
  // An absent provider is refused.
  return toOptions(texts) as PixModuleOptions;
}

/** A misspelt variable must not be an error: an application may have variables of its own. */
function warnOfMisspelt(env: Variables, prefix: string): void {
  const logger = new Logger('PixModule');
  for (const { name, meant } of findMisspeltVariables(env, prefix)) {
    logger.warn(toLogLine(`Nothing reads the variable ${name}; ${meant} may be meant.`));
  }
}

/** Reports the required variables that are absent. */
function checkRequired(env: Variables, texts: Texts, name: NameVariable, checker: OptionChecker) {
  const { provider, environment, clientId, sandboxToken, mutualTls, cert, key, pfx } = texts;
  if (provider === 'simulator') return;
  const isSandbox = environment === 'sandbox';
  const hasClient = clientId !== undefined || (isSandbox && sandboxToken !== undefined);
  const hasCertificate = isSandbox || mutualTls === 'false' || (cert ?? key ?? pfx) !== undefined;
  const files = `${name('cert')} and ${name('key')}, or ${name('pfx')}`;
  checker.require(provider !== undefined, describeMissing(env, 'provider', name));
  checker.require(hasClient, describeMissing(env, 'clientId', name));
  checker.require(hasCertificate, `${files}, are missing: the client certificate of the bank`);
}

function describeMissing(env: Variables, field: Field, nameVariable: NameVariable): string {
  const name = nameVariable(field);
  const others = Object.keys(env).filter((other) => other !== name && other.startsWith('PIX'));
  const similar = others.find((other) => findClosestName(other, [name], () => 2) !== undefined);
  const hint = similar === undefined ? '' : ` (${similar} is set: is its name misspelt?)`;
  return `${name} is missing: ${variables[field].variable}${hint}`;
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
