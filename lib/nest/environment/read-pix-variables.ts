import { ConfigurationError, isConfigurationError } from '../../errors/index.js';
import { pixProviders, type PixEnvironment, type PixProviderName } from '../../providers/index.js';
import { parseProxy, type PixCertificateOptions, type PixProxy } from '../../transport/index.js';
import {
  buildVariableName,
  DEFAULT_PREFIX,
  pixVariables,
  type PixVariable,
  type PixVariableField,
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
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new ConfigurationError(`The variables are not valid: ${problems.join('; ')}.`, {
    details: { problems },
  });
}

/** Reads the variables and finds their problems. Values with a problem must not be used. */
export function collectPixVariables(
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
