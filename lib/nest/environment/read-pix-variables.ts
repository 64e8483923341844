import { ConfigurationError } from '../../errors/index.js';
import { pixProviders, type PixEnvironment, type PixProviderName } from '../../providers/index.js';
import type { PixCertificateOptions } from '../../transport/index.js';
import { pixVariables, type PixVariableField } from './pix-variables.js';

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
 * @throws ConfigurationError that lists all problems, with the names of the variables and without their values
 */
export function readPixVariables(env: Variables): PixVariableValues {
  const values = readTexts(env);
  const { cert, key, pfx, passphrase, ...account } = values;
  const problems = [
    ...findProviderProblems(values),
    ...findAddressProblems(values),
    ...findCertificateProblems(values),
  ];
  if (problems.length > 0) {
    throw new ConfigurationError(`The variables are not valid: ${problems.join('; ')}.`, {
      details: { problems },
    });
  }
  const lock = passphrase === undefined ? {} : { passphrase };
  const pair = cert !== undefined && key !== undefined ? { cert, key, ...lock } : undefined;
  const certificate = pfx === undefined ? pair : { pfx, ...lock };
  return { ...(account as PixVariableValues), ...(certificate && { certificate }) };
}

type Texts = Partial<Record<PixVariableField, string>>;

function readTexts(env: Variables): Texts {
  const entries = Object.entries(pixVariables).map(([field, { name }]) => [
    field,
    env[name]?.trim() ?? '',
  ]);
  return Object.fromEntries(entries.filter(([, text]) => text !== '')) as Texts;
}

function findProviderProblems({ provider, simulator, environment }: Texts): string[] {
  const names = [...Object.keys(pixProviders), 'simulator'];
  return [
    ...(provider !== undefined && !names.includes(provider)
      ? [`${pixVariables.provider.name} must be one of ${names.join(', ')}`]
      : []),
    ...(provider === 'simulator' && simulator === undefined
      ? [`${pixVariables.simulator.name} must name the folder of the simulator`]
      : []),
    ...(ENVIRONMENTS.includes(environment)
      ? []
      : [`${pixVariables.environment.name} must be production or sandbox`]),
  ];
}

function findAddressProblems(values: Texts): string[] {
  return (['baseUrl', 'tokenUrl'] as const).flatMap((field) => {
    const value = values[field];
    return value === undefined || isAddress(value)
      ? []
      : [`${pixVariables[field].name} must be an https address without credentials`];
  });
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

function findCertificateProblems({ cert, key, pfx }: Texts): string[] {
  if (pfx !== undefined && (cert !== undefined || key !== undefined)) {
    return ['PIX_PFX replaces PIX_CERT and PIX_KEY: set only one of both'];
  }
  if ((cert === undefined) === (key === undefined)) return [];
  return ['PIX_CERT and PIX_KEY must both be set'];
}
