import {
  isCertificateError,
  isConfigurationError,
  type PixEnvironment,
  type PixModuleOptions,
  type PixProvider,
} from 'nestjs-pix';
import {
  DEFAULT_PREFIX,
  holdSecrets,
  loadCa,
  loadCertificate,
  parseProxy,
  pixVariables,
  readPixVariables,
  resolveSimulator,
  type LoadedCertificate,
  type PixVariableValues,
  type ProxySelector,
  type Variables,
} from 'nestjs-pix/internal';
import { pixProviders, removeTrailingSlashes } from 'nestjs-pix/spec';
import { loadVariables } from '../account.js';
import { CommandError } from '../command.js';

/** The account and the addresses that are probed. */
export interface ProbeTarget {
  readonly environment: PixEnvironment;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Absent with a fixed token. */
  readonly tokenUrl?: string | undefined;
  readonly fixedToken?: string | undefined;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly certificate?: LoadedCertificate | undefined;
  readonly ca?: readonly string[] | undefined;
  /** Absent for direct connections. */
  readonly proxy?: ProxySelector | undefined;
  readonly contaCorrente?: string | undefined;
  readonly appKey?: string | undefined;
  /** The receiver's Pix key. Charges and webhooks are probed only with one. */
  readonly chave?: string | undefined;
}

/**
 * Reads the account from a file with variables, or from the environment without one.
 *
 * @param owner keeps the secrets masked as long as it exists
 * @throws CommandError that names the variable or the option, and the solution
 */
export async function loadTarget(
  file: string | undefined,
  environment: Variables,
  owner: object,
): Promise<ProbeTarget> {
  const selection = { ...(file !== undefined && { env: file }), prefix: DEFAULT_PREFIX };
  const variables = await loadVariables(selection, environment, owner);
  try {
    const target = await buildTarget(readPixVariables(variables));
    holdSecrets(owner, target.clientSecret, target.fixedToken);
    return target;
  } catch (error) {
    if (isConfigurationError(error)) throw new CommandError(error.message);
    if (isCertificateError(error)) {
      throw new CommandError(`${error.message} The variables are ${CERTIFICATE_VARIABLES}.`);
    }
    throw error;
  }
}

const CERTIFICATE_VARIABLES = (['cert', 'key', 'pfx', 'passphrase', 'ca'] as const)
  .map((field) => pixVariables[field].name)
  .join(', ');

async function buildTarget(values: PixVariableValues): Promise<ProbeTarget> {
  if (values.provider === 'simulator') return buildSimulatorTarget(values);
  const { environment = 'production', sandboxToken } = values;
  const { baseUrl, tokenUrl } = resolveAddresses(values, environment);
  if (baseUrl === undefined) {
    throw new CommandError(
      `set ${pixVariables.baseUrl.name} and ${pixVariables.tokenUrl.name}, or ${pixVariables.provider.name}, in the environment or in the file of --env.`,
    );
  }
  const fixedToken = environment === 'sandbox' && tokenUrl === undefined ? sandboxToken : undefined;
  checkCredentials(values, tokenUrl, fixedToken);
  const { clientId = '', clientSecret, contaCorrente, appKey, chave } = values;
  return {
    environment,
    baseUrl: removeTrailingSlashes(baseUrl),
    tokenUrl: fixedToken === undefined ? tokenUrl : undefined,
    fixedToken,
    ...(await loadFiles(values)),
    proxy: values.proxy === undefined ? undefined : parseProxy(values.proxy),
    clientId,
    clientSecret,
    contaCorrente,
    appKey,
    chave,
  };
}

async function loadFiles({
  certificate,
  ca,
}: Pick<PixModuleOptions, 'certificate' | 'ca'>): Promise<Pick<ProbeTarget, 'certificate' | 'ca'>> {
  return {
    certificate: certificate && (await loadCertificate(certificate)),
    ca: ca === undefined ? undefined : await loadCa(ca),
  };
}

function checkCredentials(
  { clientId }: PixVariableValues,
  tokenUrl: string | undefined,
  fixedToken: string | undefined,
): void {
  if (fixedToken !== undefined) return;
  if (tokenUrl === undefined) {
    throw new CommandError(
      `set ${pixVariables.tokenUrl.name}; a sandbox with a fixed token needs ${pixVariables.sandboxToken.name} and ${pixVariables.environment.name}=sandbox instead.`,
    );
  }
  if (clientId === undefined) throw new CommandError(`set ${pixVariables.clientId.name}.`);
}

/** A base address without a token endpoint gets no endpoint of the profile: it would receive another bank's secret. */
function resolveAddresses(
  { provider, baseUrl, tokenUrl }: PixVariableValues,
  environment: ProbeTarget['environment'],
): { readonly baseUrl?: string | undefined; readonly tokenUrl?: string | undefined } {
  if (baseUrl !== undefined || provider === undefined || provider === 'simulator') {
    return { baseUrl, tokenUrl };
  }
  const profile: PixProvider = pixProviders[provider];
  const known = environment === 'sandbox' ? profile.sandbox : profile.production;
  return { baseUrl: known?.baseUrl, tokenUrl: tokenUrl ?? known?.tokenUrl };
}

/** Reads addresses and credentials from the folder of the simulator. */
async function buildSimulatorTarget({
  simulator,
  environment,
  chave,
  proxy,
}: PixVariableValues): Promise<ProbeTarget> {
  const options = await resolveSimulator({ provider: 'simulator', simulator, environment });
  const { provider, clientId = '', clientSecret, appKey } = options;
  const { baseUrl = '', tokenUrl } = (provider as PixProvider).sandbox ?? {};
  const files = await loadFiles(options);
  return {
    environment: 'sandbox',
    baseUrl,
    tokenUrl,
    ...files,
    proxy: proxy === undefined ? undefined : parseProxy(proxy),
    clientId,
    clientSecret,
    appKey,
    chave,
  };
}
