import { isPixAPIException, isPixRecursoNaoEncontradoException } from 'nestjs-pix';
import { holdSecrets, isHandshakeRefusal } from 'nestjs-pix/internal';
import { toShellWord } from '../command.js';
import { handshake, Sender } from '../connection.js';
import type { DoctorTexts } from '../texts/doctor.en.js';
import {
  buildNotificationUrl,
  findAddressProblem,
  hasSecret,
  listAddressSecrets,
  maskAddress,
  withoutSecret,
  withSecret,
} from '../webhook-address.js';
import { checkConnections, type Route } from './connection.checks.js';
import { failed, passed, skipped, warned, type CheckFinding } from './finding.js';

/** The address to check, and what is known of it. */
export interface WebhookTarget extends Route {
  /** Of PIX_WEBHOOK_URL. */
  readonly url?: string | undefined;
  /** Of PIX_WEBHOOK_SECRET. */
  readonly secret?: string | undefined;
  /** Whether the bank may answer with an example of the specification instead of the registered address. */
  readonly isSandbox?: boolean;
  /** Reads the address that is registered for the key; absent without a key or a token. */
  readonly readRegistered?: (() => Promise<string>) | undefined;
  /** Authorities that the bank trusts, of a simulated bank. Default: the public ones. */
  readonly ca?: readonly string[] | undefined;
}

/** Checks the address of notifications: registration, form, connection, and who may send to it. */
export async function checkWebhook(target: WebhookTarget): Promise<CheckFinding[]> {
  const { webhook } = target.texts;
  const registered = await readRegistered(target);
  if (typeof registered === 'object') return [registered];
  const { url = registered, secret } = target;
  if (url === undefined) return [skipped('webhook', webhook.noAddress)];
  const problem = findAddressProblem(url, 'pix', target.ca !== undefined);
  if (problem !== undefined) return [failed('webhook', webhook.unsuitable(problem))];
  const address = addRegisteredSecret(withSecret(url, secret), registered);
  holdSecrets(target, ...listAddressSecrets(address));
  const difference = describeDifference(registered, address, target);
  if (difference) return [difference];
  const connection = await checkTransport(address, target);
  const broken = connection.find(({ status }) => status === 'failed');
  // The bank does not use this machine's proxy.
  if (broken?.check === 'proxy') return [skipped('webhook', webhook.notFromHere(broken.text))];
  if (broken?.check === 'tls' && (await requiresCertificate(address, target)))
    return [passed('webhook', webhook.mutualTls)];
  return [broken ? failedConnection(broken, target.texts) : await checkReceiver(address, target)];
}

async function checkTransport(address: string, target: WebhookTarget): Promise<CheckFinding[]> {
  // Without TLS, the request of the next check shows what fails.
  return address.startsWith('http:') ? [] : checkConnections([address], { ca: target.ca }, target);
}

function failedConnection({ check, text }: CheckFinding, { webhook }: DoctorTexts): CheckFinding {
  const fix = check === 'tls' ? webhook.untrusted : webhook.unreachable;
  return failed('webhook', { text, fix });
}

async function readRegistered({
  readRegistered: read,
  texts: { webhook },
}: WebhookTarget): Promise<string | CheckFinding | undefined> {
  try {
    return await read?.();
  } catch (error) {
    if (isPixRecursoNaoEncontradoException(error)) return failed('webhook', webhook.unregistered);
    if (!isPixAPIException(error)) throw error;
    return skipped('webhook', webhook.notReturned(String(error.status ?? '-')));
  }
}

/** Returns the registered address if it differs only by its secret, which is unknown here. */
function addRegisteredSecret(address: string, registered: string | undefined): string {
  if (registered === undefined || hasSecret(address) || !URL.canParse(registered)) return address;
  return withoutSecret(registered) === withoutSecret(address) ? registered : address;
}

/** Describes that the registered address is another one, or lacks the secret. */
function describeDifference(
  registered: string | undefined,
  address: string,
  { isSandbox, texts: { webhook } }: WebhookTarget,
): CheckFinding | undefined {
  if (registered === undefined || !URL.canParse(registered)) return undefined;
  if (new URL(registered).href === new URL(address).href) return undefined;
  const shown = maskAddress(registered);
  if (isSandbox) return warned('webhook', { text: webhook.differs(shown), fix: webhook.example });
  const text = hasSecret(address) && !hasSecret(registered) ? webhook.noHmac : webhook.other(shown);
  return failed('webhook', { text, fix: webhook.registerAgain });
}

/** Until TLS 1.2, a receiver refuses a connection without the bank's certificate in the handshake. */
async function requiresCertificate(
  baseUrl: string,
  { ca, proxy, timeout }: WebhookTarget,
): Promise<boolean> {
  const { refusesClient } = await handshake({ baseUrl, ca, proxy }, timeout);
  return refusesClient === true;
}

/** Checks who may send notifications: sends an empty list of Pix, with and without the secret. */
async function checkReceiver(address: string, target: WebhookTarget): Promise<CheckFinding> {
  const { ca, proxy, timeout, texts } = target;
  const { webhook } = texts;
  const sender = new Sender({ ca }, { command: 'doctor', timeout, proxy });
  try {
    const answer = await notify(sender, address, target);
    if (answer === 'requires-certificate') return passed('webhook', webhook.mutualTls);
    if (typeof answer === 'object') return answer;
    if (answer >= 300) return explainStatus(answer, address, webhook);
    if (!hasSecret(address)) return failed('webhook', webhook.open);
    const without = await notify(sender, withoutSecret(address), target);
    // The receiver may refuse a notification so, or be unable to answer.
    if (typeof without === 'object') return { ...without, status: 'warning' };
    return typeof without === 'number' && without < 300
      ? failed('webhook', webhook.open)
      : passed('webhook', webhook.answers(showAddress(address)));
  } finally {
    sender.close();
  }
}

/** Returns the status of the answer, or the problem that prevented one. */
async function notify(
  sender: Sender,
  address: string,
  { timeout, texts: { webhook } }: WebhookTarget,
): Promise<number | 'requires-certificate' | CheckFinding> {
  const { status, failure, unreadable, asksForCertificate } = await sender.send({
    method: 'POST',
    url: buildNotificationUrl(address, 'pix'),
    headers: { 'Content-Type': 'application/json' },
    body: '{"pix":[]}',
  });
  // The name, the port and the certificate of the server are right: the handshake was verified before.
  if (asksForCertificate === true || isHandshakeRefusal(failure)) return 'requires-certificate';
  if (failure === undefined) return status;
  const reason =
    unreadable !== undefined
      ? webhook.unreadable(unreadable)
      : failure === 'timeout'
        ? webhook.silent(timeout)
        : webhook.broken(failure);
  const text = (hasSecret(address) ? '' : webhook.withoutSecret) + reason;
  return failed('webhook', { text, fix: webhook.checkLogs });
}

/** Explains a status that is not a success. */
function explainStatus(
  status: number,
  address: string,
  webhook: DoctorTexts['webhook'],
): CheckFinding {
  if (status === 401 || status === 403) {
    return hasSecret(address)
      ? warned('webhook', webhook.refusesUs(status))
      : passed('webhook', webhook.refusesOthers(status));
  }
  const shown = showAddress(address);
  const reason = status !== 404 && status < 400 ? 'redirect' : String(status);
  // The command would be refused without the secret, which is not shown.
  const test = hasSecret(address)
    ? webhook.doctor
    : `curl -i -X POST -H 'Content-Type: application/json' -d '{"pix":[]}' ${toShellWord(shown)}`;
  return failed('webhook', webhook.answersOtherwise(shown, reason, test));
}

function showAddress(address: string): string {
  return maskAddress(buildNotificationUrl(address, 'pix'));
}
