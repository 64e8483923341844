import { isPixAPIException, type createPixClient } from 'nestjs-pix';
import { both, type Text } from '../language.js';
import { failed, passed, skipped, type Finding } from './finding.js';

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
export async function checkApi(client: Client, scopes: readonly string[]): Promise<Finding> {
  const [, read] = READS.find(([scope]) => scopes.includes(scope)) ?? [];
  if (!read) {
    return skipped('api', 'nenhum escopo de leitura', 'no scope that allows a read');
  }
  try {
    await read(client);
    return passed('api', 'o banco aceita o token', 'the bank accepts the token');
  } catch (error) {
    if (!isPixAPIException(error)) throw error;
    return describeRefusal(error.status, error.message);
  }
}

function describeRefusal(status: number | undefined, message: string): Finding {
  const text: Text = both(
    `o banco emitiu o token e recusou a consulta: ${message}`,
    `the bank issued the token and refused the read: ${message}`,
  );
  const isAccess = status === 401 || status === 403;
  return failed(
    'api',
    text,
    isAccess
      ? both(
          'Confira PIX_APP_KEY, PIX_CONTA_CORRENTE e se o produto Pix está ativo para esta conta.',
          'Check PIX_APP_KEY, PIX_CONTA_CORRENTE, and that the Pix product is active for this account.',
        )
      : both(
          'Confira PIX_BASE_URL, ou compare o banco com o perfil:\nnpx nestjs-pix probe --read-only',
          'Check PIX_BASE_URL, or compare the bank with its profile:\nnpx nestjs-pix probe --read-only',
        ),
  );
}
