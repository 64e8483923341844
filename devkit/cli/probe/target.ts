import {
  isCertificateError,
  isConfigurationError,
  type PixEnvironment,
  type PixModuleOptions,
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
  type PixTrust,
  type ProxySelector,
  type Variables,
} from 'nestjs-pix/internal';
import { findPixProvider, removeTrailingSlashes } from 'nestjs-pix/spec';
import { loadVariables } from '../account.js';
import { CommandError } from '../command.js';

/** The account and the addresses that are probed. */
export interface ProbeTarget extends PixTrust {
  readonly environment: PixEnvironment;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Absent with a fixed token. */
  readonly tokenUrl?: string | undefined;
  readonly fixedToken?: string | undefined;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
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
      throw new CommandError((say) =>
        say.certificateVariables(error.message, CERTIFICATE_VARIABLES),
      );
    }
    throw error;
  }
}

const CERTIFICATE_VARIABLES = (['cert', 'key', 'pfx', 'passphrase', 'ca'] as const)
  .map((field) => pixVariables[field].name)
  .join(', ');

async function buildTarget(given: Options): Promise<ProbeTarget> {
  const values = given.provider === 'simulator' ? await openSimulator(given) : given;
  const { environment = 'production', certificate, ca, proxy, sandboxToken } = values;
  const { baseUrl, tokenUrl } = resolveAddresses(values);
  if (baseUrl === undefined) {
    const { baseUrl: base, tokenUrl: token, provider } = pixVariables;
    throw new CommandError((say) => say.noBank(base.name, token.name, provider.name));
  }
  const fixedToken = environment === 'sandbox' && tokenUrl === undefined ? sandboxToken : undefined;
  const { clientId = '', clientSecret, contaCorrente, appKey } = values;
  if (fixedToken === undefined) checkCredentials(clientId, tokenUrl);
  return {
    environment,
    baseUrl: removeTrailingSlashes(baseUrl),
    tokenUrl,
    fixedToken,
    certificate: certificate && (await loadCertificate(certificate)),
    ca: ca === undefined ? undefined : await loadCa(ca),
    proxy: proxy === undefined ? undefined : parseProxy(proxy),
    clientId,
    clientSecret,
    contaCorrente,
    appKey,
    chave: given.chave,
  };
}

function checkCredentials(clientId: string, tokenUrl: string | undefined): void {
  if (tokenUrl === undefined) {
    const { sandboxToken, environment } = pixVariables;
    throw new CommandError((say) =>
      say.noTokenUrl(pixVariables.tokenUrl.name, sandboxToken.name, environment.name),
    );
  }
  if (clientId === '') throw new CommandError((say) => say.set(pixVariables.clientId.name));
}

/** The options of an account that the variables set, or the folder of a simulator. */
type Options = Partial<PixModuleOptions>;

/** Reads addresses, certificates and credentials from the folder of the simulator. */
function openSimulator({ simulator, environment, proxy }: Options): Promise<Options> {
  return resolveSimulator({ provider: 'simulator', simulator, environment, proxy });
}

/** A base address without a token endpoint gets no endpoint of the profile: it would receive another bank's secret. */
function resolveAddresses({ provider, environment, baseUrl, tokenUrl }: Options): {
  readonly baseUrl?: string | undefined;
  readonly tokenUrl?: string | undefined;
} {
  if (baseUrl !== undefined || provider === undefined) return { baseUrl, tokenUrl };
  const profile = findPixProvider(provider);
  const known = environment === 'sandbox' ? profile.sandbox : profile.production;
  return { baseUrl: known?.baseUrl, tokenUrl: tokenUrl ?? known?.tokenUrl };
}
