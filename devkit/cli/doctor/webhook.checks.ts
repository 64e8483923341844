import { isPixAPIException, isPixRecursoNaoEncontradoException } from 'nestjs-pix';
import { holdSecrets, type ProxySelector } from 'nestjs-pix/internal';
import { handshake } from '../handshake.js';
import { both, type Text } from '../language.js';
import {
  findAddressProblem,
  hasSecret,
  listAddressSecrets,
  maskAddress,
  withoutSecret,
  withSecret,
} from '../webhook-address.js';
import { checkConnections } from './connection.checks.js';
import { failed, skipped, type Finding } from './finding.js';
import { checkReceiver, describeMutualTls } from './receiver.check.js';

/** The address to check, and what is known of it. */
export interface WebhookTarget {
  /** Of PIX_WEBHOOK_URL. */
  readonly url?: string | undefined;
  /** Of PIX_WEBHOOK_SECRET. */
  readonly secret?: string | undefined;
  /** Reads the address that is registered for the key; absent without a key or a token. */
  readonly readRegistered?: (() => Promise<string>) | undefined;
  /** Authorities that the bank trusts, of a simulated bank. Default: the public ones. */
  readonly ca?: readonly string[] | undefined;
  /** Absent for direct connections. */
  readonly proxy?: ProxySelector | undefined;
  /** Seconds. */
  readonly timeout: number;
}

/** Registers PIX_WEBHOOK_URL for PIX_CHAVE. */
const REGISTER = 'npx nestjs-pix webhook register';

/** Checks the address of notifications: registration, form, connection, and who may send to it. */
export async function checkWebhook(target: WebhookTarget): Promise<Finding[]> {
  const registered = await readRegistered(target);
  if (typeof registered === 'object') return [registered];
  const { url = registered, secret } = target;
  if (url === undefined) {
    return [
      skipped(
        'webhook',
        'sem PIX_WEBHOOK_URL e sem endereço registrado para PIX_CHAVE',
        'without PIX_WEBHOOK_URL and without a registered address for PIX_CHAVE',
      ),
    ];
  }
  const problem = findAddressProblem(url, 'pix');
  if (problem !== undefined) return [describeAddress(problem)];
  const address = addRegisteredSecret(withSecret(url, secret), registered);
  holdSecrets(target, ...listAddressSecrets(address));
  const difference = describeDifference(registered, address);
  if (difference) return [difference];
  const connection = await checkConnections([address], { ca: target.ca }, target);
  const broken = connection.find(({ status }) => status === 'failed');
  if (broken?.check === 'proxy') return [describeProxy(broken)];
  if (broken?.check === 'tls' && (await requiresCertificate(address, target)))
    return [describeMutualTls()];
  if (broken) return [describeConnection(broken)];
  return [await checkReceiver(address, target)];
}

/** Until TLS 1.2, a receiver refuses a connection without the bank's certificate in the handshake. */
async function requiresCertificate(
  baseUrl: string,
  { ca, proxy, timeout }: WebhookTarget,
): Promise<boolean> {
  const { refusesClient } = await handshake({ baseUrl, ca, proxy }, timeout);
  return refusesClient === true;
}

async function readRegistered({
  readRegistered: read,
}: WebhookTarget): Promise<string | Finding | undefined> {
  try {
    return await read?.();
  } catch (error) {
    if (isPixRecursoNaoEncontradoException(error)) {
      return fail(
        both('nenhum webhook registrado para PIX_CHAVE', 'no webhook is registered for PIX_CHAVE'),
        both(
          `Registre o endereço em PIX_WEBHOOK_URL:\n${REGISTER}`,
          `Register the address in PIX_WEBHOOK_URL:\n${REGISTER}`,
        ),
      );
    }
    if (!isPixAPIException(error)) throw error;
    return skipped(
      'webhook',
      `o banco não informa o webhook (HTTP ${error.status ?? '-'})`,
      `the bank does not return the webhook (HTTP ${error.status ?? '-'})`,
    );
  }
}

function fail(text: Text, fix: Text): Finding {
  return failed('webhook', text, fix);
}

function describeAddress(problem: string): Finding {
  return fail(
    both(`PIX_WEBHOOK_URL: ${problem}`, `PIX_WEBHOOK_URL: ${problem}`),
    both(
      'Corrija o endereço:\nPIX_WEBHOOK_URL=https://loja.example.com/webhooks/pix',
      'Correct the address:\nPIX_WEBHOOK_URL=https://loja.example.com/webhooks/pix',
    ),
  );
}

/** Returns the registered address if it differs only by its secret, which is unknown here. */
function addRegisteredSecret(address: string, registered: string | undefined): string {
  if (registered === undefined || hasSecret(address) || !URL.canParse(registered)) return address;
  return withoutSecret(registered) === withoutSecret(address) ? registered : address;
}

/** Describes that the registered address is another one, or lacks the secret. */
function describeDifference(registered: string | undefined, address: string): Finding | undefined {
  if (registered === undefined || !URL.canParse(registered)) return undefined;
  if (new URL(registered).href === new URL(address).href) return undefined;
  const fix = both(
    `Registre outra vez o endereço em PIX_WEBHOOK_URL:\n${REGISTER}`,
    `Register the address in PIX_WEBHOOK_URL again:\n${REGISTER}`,
  );
  if (hasSecret(address) && !hasSecret(registered)) {
    return fail(
      both(
        'o endereço registrado não tem o parâmetro hmac: o receptor recusa as notificações',
        'the registered address has no parameter hmac: the receiver refuses the notifications',
      ),
      fix,
    );
  }
  const shown = maskAddress(registered);
  return fail(
    both(
      `está registrado outro endereço, ou outro segredo: ${shown}`,
      `another address, or another secret, is registered: ${shown}`,
    ),
    fix,
  );
}

/** The bank does not use this machine's proxy. */
function describeProxy({ text: { pt, en } }: Finding): Finding {
  return skipped('webhook', `não verificado daqui: ${pt}`, `not checked from here: ${en}`);
}

function describeConnection({ text, check }: Finding): Finding {
  const pt =
    check === 'tls'
      ? 'Use um certificado de uma autoridade pública, com os intermediários (fullchain.pem). O banco não confia em outros.'
      : 'O banco precisa alcançar o endereço pela internet: confira DNS, porta e firewall.';
  const en =
    check === 'tls'
      ? 'Use a certificate of a public authority, with its intermediates (fullchain.pem). The bank trusts no others.'
      : 'The bank must reach the address over the internet: check DNS, port and firewall.';
  return fail(text, both(pt, en));
}
