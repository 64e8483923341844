import {
  createPixClient,
  isConfigurationError,
  pixOptionsFromEnv,
  type PixModuleOptions,
} from 'nestjs-pix';
import {
  findMisspeltVariables,
  parseProxy,
  pixWebhookVariables,
  readPixVariables,
  readTexts,
  resolveAccount,
  resolveSimulator,
  type PixAccount,
  type PixTrust,
  type ProxySelector,
  type Variables,
} from 'nestjs-pix/internal';
import { isPossiblePixKey, normalizePixKey } from 'nestjs-pix/spec';
import { both } from '../language.js';
import { checkApi } from './api.check.js';
import { checkCa, checkCertificate } from './certificate.checks.js';
import { checkConnections } from './connection.checks.js';
import {
  checks,
  failed,
  hasFailed,
  passed,
  skipped,
  warned,
  type CheckId,
  type Finding,
} from './finding.js';
import { describeUnexpected, runCheck } from './run-check.js';
import { checkTokens } from './token.checks.js';
import { checkWebhook, type WebhookTarget } from './webhook.checks.js';

/** What is examined. */
export interface Examination {
  readonly variables: Variables;
  readonly prefix: string;
  /** Address of the webhook receiver, instead of the variable. */
  readonly webhook?: string | undefined;
  /** Seconds for each connection. */
  readonly timeout: number;
  /** Keeps secrets masked. */
  readonly owner: object;
}

/** Runs all checks whose requirements hold. Every check has at least one finding. */
export async function examine(examination: Examination): Promise<Finding[]> {
  const findings = withoutContradictions(await runChecks(examination));
  const missing = (Object.keys(checks) as CheckId[]).filter((id) =>
    findings.every(({ check }) => check !== id),
  );
  const all = [
    ...findings,
    ...missing.map((id) =>
      skipped(
        id,
        'não verificado por causa do problema acima',
        'not checked because of the problem above',
      ),
    ),
  ];
  const order = Object.keys(checks);
  return all.sort((one, other) => order.indexOf(one.check) - order.indexOf(other.check));
}

/** With TLS 1.3, a server refuses the client certificate only after the handshake has succeeded. */
function withoutContradictions(findings: readonly Finding[]): readonly Finding[] {
  const failures = findings.filter(({ status }) => status === 'failed');
  return findings.filter(
    ({ check, status, server }) =>
      status !== 'ok' ||
      server === undefined ||
      !failures.some((failure) => failure.check === check && failure.server === server),
  );
}

async function runChecks(examination: Examination): Promise<Finding[]> {
  const loaded = await loadOptions(examination);
  if ('check' in loaded) return [loaded];
  const variables = [checkKey(examination), ...describeMisspelt(examination)];
  const findings: Finding[] = [];
  const certificate = await checkCertificate(loaded.options.certificate, loaded.options.mutualTls);
  const ca = await checkCa(loaded.options.ca);
  findings.push(...certificate.findings, ...ca.findings);
  const isReadable = !hasFailed(findings);
  const trust = isReadable ? { certificate: certificate.value, ca: ca.value } : undefined;
  findings.push(...(await checkBank(loaded, trust, examination)));
  return [...variables, ...findings];
}

/** Checks the Pix key, which is no option of the client. */
function checkKey({ variables, prefix }: Examination): Finding {
  const { chave } = readPixVariables(variables, prefix);
  if (chave === undefined || isKey(chave)) return passed('variables', 'completas', 'complete');
  return failed(
    'variables',
    both('PIX_CHAVE não é uma chave Pix', 'PIX_CHAVE is not a Pix key'),
    both(
      'Corrija a chave: CPF, CNPJ, e-mail, telefone com +55 ou chave aleatória:\nPIX_CHAVE=loja@example.com',
      'Correct the key: CPF, CNPJ, email address, telephone number with +55 or random key:\nPIX_CHAVE=loja@example.com',
    ),
  );
}

/** Variables that nothing reads. */
function describeMisspelt({ variables, prefix }: Examination): Finding[] {
  return findMisspeltVariables(variables, prefix).map(({ name, meant }) =>
    warned(
      'variables',
      both(
        `nada lê a variável ${name}; o nome certo pode ser ${meant}`,
        `nothing reads the variable ${name}; ${meant} may be meant`,
      ),
      both(`Corrija o nome:\n${meant}=…`, `Correct the name:\n${meant}=…`),
    ),
  );
}

/** Whether the client accepts a key. */
function isKey(chave: string): boolean {
  return isPossiblePixKey(normalizePixKey(chave));
}

/** The options of the account, and the account without its certificates. */
interface LoadedAccount {
  readonly options: PixModuleOptions;
  readonly account: PixAccount;
}

async function loadOptions({ variables, prefix }: Examination): Promise<LoadedAccount | Finding> {
  try {
    const options = await resolveSimulator(pixOptionsFromEnv(variables, { prefix }));
    // The certificates are checked one by one afterwards.
    const withoutFiles = { ...options, certificate: undefined, ca: undefined };
    const account = await resolveAccount({ ...withoutFiles, mutualTls: false });
    return { options, account };
  } catch (error) {
    if (!(error instanceof Error) || !('errorCode' in error || isConfigurationError(error)))
      return describeUnexpected('variables', error);
    return failed(
      'variables',
      both(error.message, error.message),
      both(
        'docs/configuration.md tem a tabela das variáveis:\nnpx nestjs-pix doctor --help',
        'docs/configuration.md has the table of the variables:\nnpx nestjs-pix doctor --help',
      ),
    );
  }
}

async function checkBank(
  { options, account }: LoadedAccount,
  trust: PixTrust | undefined,
  examination: Examination,
): Promise<Finding[]> {
  const { timeout, owner } = examination;
  const proxy = selectProxy(options);
  const { baseUrl, tokenUrl, families = {} } = account;
  const others = Object.values(families).flatMap((family) =>
    [family.baseUrl, family.tokenUrl ?? []].flat(),
  );
  const urls = [...(tokenUrl === undefined ? [] : [tokenUrl]), baseUrl, ...others];
  const findings = [
    ...(await runCheck('tls', () => checkConnections(urls, trust, { timeout, proxy }))),
  ];
  if (hasFailed(findings) || trust === undefined) return findings;
  const { clientId = '', clientSecret } = options;
  const client = { clientId, clientSecret };
  findings.push(
    ...(await runCheck('token', () =>
      checkTokens({ account, client, trust, proxy, timeout, owner }),
    )),
  );
  if (findings.some(({ check, status }) => check !== 'clock' && status === 'failed'))
    return findings;
  const calls = await runCheck('api', () => checkCalls(options, account, examination));
  return [...findings, ...calls];
}

function selectProxy({ proxy }: PixModuleOptions): ProxySelector | undefined {
  return proxy === undefined ? undefined : parseProxy(proxy);
}

async function checkCalls(
  options: PixModuleOptions,
  { scopes }: PixAccount,
  { variables, prefix, webhook, timeout }: Examination,
): Promise<Finding[]> {
  const client = await createPixClient({ ...options, retry: false, timeout });
  try {
    const { chave } = readPixVariables(variables, prefix);
    const { url, secret } = readTexts(variables, pixWebhookVariables, prefix);
    const mayRead = chave !== undefined && isKey(chave) && scopes.includes('webhook.read');
    const isSimulated = options.payload?.ca !== undefined;
    const target: WebhookTarget = {
      url: webhook ?? url,
      secret,
      timeout,
      proxy: selectProxy(options),
      readRegistered: mayRead
        ? async () => (await client.webhook.get(chave)).webhookUrl
        : undefined,
      ca: isSimulated ? [String(options.ca)] : undefined,
    };
    return [
      ...(await runCheck('api', async () => [await checkApi(client, scopes)])),
      ...(await runCheck('webhook', () => checkWebhook(target))),
    ];
  } finally {
    await client.close();
  }
}
