import {
  createLeanAdapter,
  createPixAgent,
  getConnectionErrorCode,
  isHandshakeRefusal,
  VERSION,
  type PixHttp,
  type ProxySelector,
} from 'nestjs-pix/internal';
import { both, type Text } from '../language.js';
import { toShellWord } from '../shell-word.js';
import { buildNotificationUrl, hasSecret, maskAddress, withoutSecret } from '../webhook-address.js';
import { failed, passed, warned, type Finding } from './finding.js';
import { asksForCertificate, isUnreadable, readFailure } from './read-failure.js';

/** How the receiver is reached. */
interface ReceiverConnection {
  /** Authorities that the bank trusts. Default: the public ones. */
  readonly ca?: readonly string[] | undefined;
  /** Absent for direct connections. */
  readonly proxy?: ProxySelector | undefined;
  /** Seconds. */
  readonly timeout: number;
}

const MAX_RESPONSE_BYTES = 64 * 1024;

/** Checks who may send notifications: sends an empty list of Pix, with and without the secret. */
export async function checkReceiver(
  address: string,
  { ca, proxy, timeout }: ReceiverConnection,
): Promise<Finding> {
  const agent = createPixAgent({ ca, proxy });
  const http = createLeanAdapter({
    agent,
    timeout,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    hints: false,
  });
  try {
    const answer = await notify(http, address, timeout);
    if (answer === 'requires-certificate') return describeMutualTls();
    if (typeof answer === 'object') return answer;
    const finding = explainStatus(answer, address);
    if (finding || !hasSecret(address)) return finding ?? describeOpen();
    const without = await notify(http, withoutSecret(address), timeout);
    // The receiver may refuse a notification so, or be unable to answer.
    if (typeof without === 'object') return { ...without, status: 'warning' };
    return typeof without === 'number' && without < 300
      ? describeOpen()
      : describeReceiver(address);
  } finally {
    agent.destroy();
  }
}

/** Returns the status of the answer, or the problem that prevented one. */
async function notify(
  http: PixHttp,
  address: string,
  timeout: number,
): Promise<number | 'requires-certificate' | Finding> {
  try {
    const { status, data } = await http({
      method: 'POST',
      url: buildNotificationUrl(address, 'pix'),
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': `nestjs-pix-doctor/${VERSION}`,
      },
      data: '{"pix":[]}',
    });
    return asksForCertificate(status, data) ? 'requires-certificate' : status;
  } catch (error) {
    // The name, the port and the certificate of the server are right: the handshake was verified before.
    const { cause } = error as { readonly cause?: NodeJS.ErrnoException };
    if (isHandshakeRefusal(getConnectionErrorCode(cause))) return 'requires-certificate';
    const reason = isUnreadable(error)
      ? describeUnreadable(error.message)
      : describeBroken(readFailure(error), timeout);
    const [pt, en] = hasSecret(address) ? ['', ''] : ['sem segredo, ', 'without a secret, '];
    return fail(
      both(pt + reason.pt, en + reason.en),
      both(
        'Confira os registros do receptor e do proxy na frente dele.',
        'Check the logs of the receiver and of the proxy in front of it.',
      ),
    );
  }
}

function describeUnreadable(message: string): Text {
  return both(
    `a resposta do receptor não pode ser lida: ${message}`,
    `the answer of the receiver cannot be read: ${message}`,
  );
}

function describeBroken(code: string, timeout: number): Text {
  return code === 'timeout'
    ? both(
        `o receptor não respondeu em ${timeout} s`,
        `the receiver did not answer within ${timeout} s`,
      )
    : both(
        `o receptor interrompeu a conexão antes do fim da resposta (${code})`,
        `the receiver broke the connection before the end of its answer (${code})`,
      );
}

export function describeMutualTls(): Finding {
  return passed(
    'webhook',
    'o receptor exige o certificado do banco (mTLS)',
    "the receiver requires the bank's certificate (mutual TLS)",
  );
}

function describeReceiver(address: string): Finding {
  const shown = maskAddress(buildNotificationUrl(address, 'pix'));
  return passed('webhook', `responde em ${shown}`, `answers at ${shown}`);
}

function describeOpen(): Finding {
  return fail(
    both(
      'o receptor aceita notificações de qualquer um, sem segredo nem certificado',
      'the receiver accepts notifications from anyone, without secret or certificate',
    ),
    both(
      'Configure authentication em PixWebhookReceiverModule e o segredo, e registre o endereço outra vez:\nPIX_WEBHOOK_SECRET=$(openssl rand -hex 32)',
      'Set authentication in PixWebhookReceiverModule and the secret, and register the address again:\nPIX_WEBHOOK_SECRET=$(openssl rand -hex 32)',
    ),
  );
}

/** Explains a status that is not a success. */
function explainStatus(status: number, address: string): Finding | undefined {
  if (status < 300) return undefined;
  const shown = maskAddress(buildNotificationUrl(address, 'pix'));
  if (status === 401 || status === 403) {
    return hasSecret(address)
      ? warned(
          'webhook',
          both(
            `o receptor recusa a notificação (HTTP ${status}): espera outro segredo, ou também o certificado do banco`,
            `the receiver refuses the notification (HTTP ${status}): it expects another secret, or also the bank's certificate`,
          ),
          both(
            'Se o receptor só confere o segredo, ponha em PIX_WEBHOOK_SECRET o valor de authentication.secret.',
            'If the receiver checks only the secret, set PIX_WEBHOOK_SECRET to the value of authentication.secret.',
          ),
        )
      : passed(
          'webhook',
          `o receptor recusa quem não é o banco (HTTP ${status})`,
          `the receiver refuses senders other than the bank (HTTP ${status})`,
        );
  }
  const reason = status === 404 ? 404 : status < 400 ? 'redirect' : status;
  // The command would be refused without the secret, which is not shown.
  const test = hasSecret(address)
    ? 'npx nestjs-pix doctor'
    : `curl -i -X POST -H 'Content-Type: application/json' -d '{"pix":[]}' ${toShellWord(shown)}`;
  return fail(
    both(`${shown} responde ${reason}`, `${shown} answers ${reason}`),
    both(
      `O banco acrescenta /pix ao endereço e não segue redirecionamentos. Corrija o caminho no receptor e teste:\n${test}`,
      `The bank appends /pix to the address and follows no redirects. Correct the path in the receiver, and test it:\n${test}`,
    ),
  );
}

function fail(text: Text, fix: Text): Finding {
  return failed('webhook', text, fix);
}
