// Examines an account: runs the checks that can run, and prints what they find.
import { Logger } from '@nestjs/common';
import {
  createPixClient,
  isConfigurationError,
  isPixAPIException,
  pixOptionsFromEnv,
  type PixModuleOptions,
} from 'nestjs-pix';
import {
  findDoubts,
  findMisspeltVariables,
  parseProxy,
  pixWebhookVariables,
  readPixVariables,
  readTexts,
  releaseSecrets,
  resolveAccount,
  resolveSimulator,
  VERSION,
  type PixAccount,
  type PixTrust,
  type ProxySelector,
  type Variables,
} from 'nestjs-pix/internal';
import { isPossiblePixKey, normalizePixKey } from 'nestjs-pix/spec';
import { addVariables, loadVariables, nameAccount, type AccountSelection } from '../account.js';
import { CommandError, type CommandContext } from '../command.js';
import { redactReport, renderFinding, renderJson, type CheckStatus } from '../report.js';
import type { DoctorTexts } from '../texts/doctor.en.js';
import { checkCa, checkCertificate } from './certificate.checks.js';
import { checkConnections } from './connection.checks.js';
import {
  describeUnexpected,
  failed,
  hasFailed,
  passed,
  runCheck,
  skipped,
  warned,
  type CheckFinding,
  type CheckId,
} from './finding.js';
import { checkTokens } from './token.checks.js';
import { checkWebhook } from './webhook.checks.js';

/** The options of `nestjs-pix doctor`. */
export interface DoctorCommandOptions extends AccountSelection {
  /** `false`: the receiver does not run yet. */
  readonly webhook?: string | false;
  readonly timeout: number;
  readonly json?: true;
}

/** Exit code if a check failed. */
const PROBLEMS = 2;

/**
 * Examines the account of the variables and prints the findings.
 *
 * @throws CommandError if an option is wrong, or, after the findings, if a check failed
 */
export async function diagnose(
  options: DoctorCommandOptions,
  { console, environment, texts }: CommandContext,
): Promise<void> {
  // Its lines would be between those of the report; the findings contain the same.
  Logger.overrideLogger(false);
  const owner = {};
  try {
    const variables = await loadVariables(options, environment, owner);
    const report = texts.doctor.report(nameAccount(options));
    const findings = redactReport(await examine({ ...options, variables, owner, texts: report }));
    console.out(
      options.json === true
        ? toJson(findings)
        : toText(findings, report, console.terminal?.columns),
    );
    // The findings are the message.
    if (hasFailed(findings)) throw new CommandError('', PROBLEMS);
  } finally {
    releaseSecrets(owner);
  }
}

/** One line for each finding, with the solution below. */
function toText(
  findings: readonly CheckFinding[],
  texts: DoctorTexts,
  columns: number | undefined,
): string {
  const width = Math.max(...Object.values(texts.checks).map((title) => title.length)) + 2;
  const lines = findings.flatMap((finding) =>
    renderFinding(finding, texts.checks[finding.check].padEnd(width), columns),
  );
  const count = (status: CheckStatus): number =>
    findings.filter((finding) => finding.status === status).length;
  const [problems, warnings] = [count('failed'), count('warning')];
  const summary = problems + warnings === 0 ? texts.healthy : texts.summary(problems, warnings);
  return [`nestjs-pix doctor ${VERSION}`, '', ...lines, '', summary, ''].join('\n');
}

/** `ok` is false if a check failed. */
function toJson(findings: readonly CheckFinding[]): string {
  const checks = findings.map(({ check, status, text: message, fix }) => ({
    check,
    status,
    message,
    ...(fix !== undefined && { fix }),
  }));
  return renderJson({ version: VERSION, ok: !hasFailed(findings), checks });
}

/** What is examined. */
interface Examination {
  readonly variables: Variables;
  readonly prefix: string;
  /** Address of the webhook receiver, instead of the variable; `false` if there is none. */
  readonly webhook?: string | false | undefined;
  /** Seconds for each connection. */
  readonly timeout: number;
  /** Keeps secrets masked. */
  readonly owner: object;
  readonly texts: DoctorTexts;
}

/** Runs all checks whose requirements hold. Every wanted check has at least one finding. */
async function examine(examination: Examination): Promise<CheckFinding[]> {
  const { checks, prevented } = examination.texts;
  const order = Object.keys(checks) as CheckId[];
  const findings = withoutContradictions(await runChecks(examination));
  const wanted = order.filter((id) => id !== 'webhook' || examination.webhook !== false);
  const missing = wanted.filter((id) => findings.every(({ check }) => check !== id));
  const all = [...findings, ...missing.map((id) => skipped(id, prevented))];
  return all.sort((one, other) => order.indexOf(one.check) - order.indexOf(other.check));
}

/** With TLS 1.3, a server refuses the client certificate only after the handshake has succeeded. */
function withoutContradictions(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  const failures = findings.filter(({ status }) => status === 'failed');
  return findings.filter(
    ({ check, status, server }) =>
      status !== 'ok' ||
      server === undefined ||
      !failures.some((failure) => failure.check === check && failure.server === server),
  );
}

async function runChecks(examination: Examination): Promise<CheckFinding[]> {
  const loaded = await loadOptions(examination);
  if ('check' in loaded) return [loaded];
  const { options } = loaded;
  const { texts } = examination;
  const variables = [
    checkKey(examination),
    ...describeMisspelt(examination),
    ...describeDoubts(loaded, texts),
  ];
  const certificate = await checkCertificate(options.certificate, options.mutualTls, texts);
  const ca = await checkCa(options.ca, texts);
  const files = [...certificate.findings, ...ca.findings];
  const trust = hasFailed(files) ? undefined : { certificate: certificate.value, ca: ca.value };
  return [...variables, ...files, ...(await checkBank(loaded, trust, examination))];
}

/** The options of the account, and the account without its certificates. */
interface LoadedAccount {
  readonly options: PixModuleOptions;
  readonly account: PixAccount;
}

async function loadOptions({
  variables,
  prefix,
  texts,
}: Examination): Promise<LoadedAccount | CheckFinding> {
  try {
    const given = pixOptionsFromEnv(variables, { prefix });
    // An invalid Pix key must not prevent the other checks, which need none.
    const options = await resolveSimulator({ ...given, chave: undefined });
    // The certificates are checked one by one afterwards.
    const withoutFiles = { ...options, certificate: undefined, ca: undefined };
    const account = await resolveAccount({ ...withoutFiles, mutualTls: false });
    return { options, account };
  } catch (error) {
    if (!(error instanceof Error) || !('errorCode' in error || isConfigurationError(error)))
      return describeUnexpected('variables', error, texts);
    return failed('variables', texts.variables.invalid(error.message));
  }
}

/** Checks the Pix key. */
function checkKey({ variables, prefix, texts }: Examination): CheckFinding {
  const { chave } = readPixVariables(variables, prefix);
  return chave === undefined || isKey(chave)
    ? passed('variables', texts.variables.complete)
    : failed('variables', texts.variables.invalidKey);
}

/** Whether the client accepts a key. */
function isKey(chave: string): boolean {
  return isPossiblePixKey(normalizePixKey(chave));
}

/** Variables that nothing reads. */
function describeMisspelt({ variables, prefix, texts }: Examination): CheckFinding[] {
  return findMisspeltVariables(variables, prefix).map(({ name, meant }) =>
    warned('variables', texts.variables.misspelt(name, meant)),
  );
}

/** Facts of the bank that may be wrong. */
function describeDoubts({ options, account }: LoadedAccount, { v, variables }: DoctorTexts) {
  const { disputed, outdated } = findDoubts(account, options, Date.now());
  const { name } = account.provider;
  return [
    ...disputed.map(({ fact, alternative, set }) =>
      variables.disputed(name, fact, alternative, addVariables(set, v)),
    ),
    ...(outdated.length === 0 ? [] : [variables.outdated(name, outdated.join(', '))]),
  ].map((advice) => warned('variables', advice));
}

async function checkBank(
  { options, account }: LoadedAccount,
  trust: PixTrust | undefined,
  examination: Examination,
): Promise<readonly CheckFinding[]> {
  const { timeout, owner, texts } = examination;
  const route = { timeout, proxy: selectProxy(options), texts };
  const { baseUrl, tokenUrl, families = {} } = account;
  const others = Object.values(families).flatMap((family) =>
    [family.baseUrl, family.tokenUrl ?? []].flat(),
  );
  const urls = [...(tokenUrl === undefined ? [] : [tokenUrl]), baseUrl, ...others];
  const connections = await runCheck('tls', texts, () => checkConnections(urls, trust, route));
  if (hasFailed(connections) || trust === undefined) return connections;
  const { clientId = '', clientSecret } = options;
  const tokens = await runCheck('token', texts, () =>
    checkTokens({ ...route, account, clientId, clientSecret, trust, owner }),
  );
  const findings = [...connections, ...tokens];
  if (hasFailed(findings.filter(({ check }) => check !== 'clock'))) return findings;
  const calls = await runCheck('api', texts, () => checkCalls(options, account, examination));
  return [...findings, ...calls];
}

function selectProxy({ proxy }: PixModuleOptions): ProxySelector | undefined {
  return proxy === undefined ? undefined : parseProxy(proxy);
}

async function checkCalls(
  options: PixModuleOptions,
  { scopes }: PixAccount,
  { variables, prefix, webhook, timeout, texts }: Examination,
): Promise<CheckFinding[]> {
  const client = await createPixClient({ ...options, retry: false, timeout });
  try {
    const api = await runCheck('api', texts, async () => [await checkApi(client, scopes, texts)]);
    if (webhook === false) return [...api];
    const { chave } = readPixVariables(variables, prefix);
    const { webhookUrl: url, webhookSecret: secret } = readTexts(
      variables,
      pixWebhookVariables,
      prefix,
    );
    const mayRead = chave !== undefined && isKey(chave) && scopes.includes('webhook.read');
    const isSimulated = options.payload?.ca !== undefined;
    const target = {
      url: webhook ?? url,
      secret,
      timeout,
      texts,
      proxy: selectProxy(options),
      readRegistered: mayRead
        ? async () => (await client.webhook.get(chave)).webhookUrl
        : undefined,
      isSandbox: options.environment === 'sandbox',
      ca: isSimulated ? [String(options.ca)] : undefined,
    };
    return [...api, ...(await runCheck('webhook', texts, () => checkWebhook(target)))];
  } finally {
    await client.close();
  }
}

type Client = Awaited<ReturnType<typeof createPixClient>>;

const PERIOD_MS = 60_000;

/** Reads of which one shows that the API accepts the token, by the scope that they need. */
const READS: readonly (readonly [string, (client: Client) => Promise<unknown>])[] = [
  ['pix.read', (client) => client.recebidos.list(lastMinute())],
  ['cob.read', (client) => client.cob.list(lastMinute())],
  ['cobv.read', (client) => client.cobV.list(lastMinute())],
];

function lastMinute(): { inicio: Date; fim: Date } {
  const now = Date.now();
  return { inicio: new Date(now - PERIOD_MS), fim: new Date(now) };
}

/** Sends one read with the token. */
async function checkApi(
  client: Client,
  scopes: readonly string[],
  { api }: DoctorTexts,
): Promise<CheckFinding> {
  const [, read] = READS.find(([scope]) => scopes.includes(scope)) ?? [];
  if (!read) return skipped('api', api.noScope);
  try {
    await read(client);
    return passed('api', api.accepted);
  } catch (error) {
    if (!isPixAPIException(error)) throw error;
    const isAccess = error.status === 401 || error.status === 403;
    return failed('api', api.refused(error.message, isAccess));
  }
}
