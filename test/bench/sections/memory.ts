import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TestAuthority, type TestCertificate } from '../../support/certificates.js';
import { compare, type Variant } from '../compare.js';
import type { Row } from '../results.js';
import { charge, headers, solicitada, startServer } from '../transport-load.js';
import type { BenchSection } from './section.js';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../memory-process.js', import.meta.url));

const ACCOUNTS = 10_000;
/** Certificates, which the accounts share; each account has its own copy of the text. */
const CERTIFICATES = 100;

/** The kinds of memory-process.js, the baseline first. */
const kinds = ['axios', 'nestjs-pix'] as const;
/** What memory-process.js prints: bytes for each account. */
const moments = ['created', 'after a call each'] as const;

async function writeAccounts(path: string, authority: TestAuthority): Promise<void> {
  const certificates: TestCertificate[] = [];
  for (let count = 0; count < CERTIFICATES; count += 1) {
    certificates.push(await authority.issueClient());
  }
  const lines = Array.from({ length: ACCOUNTS }, (_, index) =>
    JSON.stringify({ id: `account ${index}`, ...certificates[index % CERTIFICATES] }),
  );
  await writeFile(path, lines.join('\n'));
}

/** Bytes for each account at each moment. */
async function measure(kind: string, order: string): Promise<number[]> {
  const { stdout } = await run(process.execPath, ['--expose-gc', script, kind, order]);
  return JSON.parse(stdout) as number[];
}

async function compareAt(
  moment: number,
  measured: ReadonlyMap<string, readonly (readonly number[])[]>,
  rounds: number,
): Promise<Row[]> {
  const variants = kinds.map((kind): Variant => {
    const values = (measured.get(kind) ?? []).map((bytes) => (bytes[moment] ?? NaN) / 1000);
    return { name: kind, measure: () => Promise.resolve([values.shift()]) };
  });
  return compare(variants, rounds, 0);
}

export const memorySection: BenchSection = {
  id: 'memory',
  title: 'Memory of many accounts',
  text: `Live objects and buffers per account in a process with ${ACCOUNTS.toLocaleString('en')} clients of a \`PixClientFactory\`, in relation to an axios instance with an \`https.Agent\` for each account. An account has its own credentials and its own copy of one of ${CERTIFICATES} certificates (EC, PEM text). After its call it also has a token and a TLS context; its connection is closed. The memory that OpenSSL allocates is not included.`,
  columns: [{ name: 'memory per account, kB', digits: 1 }],
  rounds: 1,
  run: async (rounds) => {
    const folder = await mkdtemp(join(tmpdir(), 'pix-bench-'));
    const authority = await TestAuthority.create();
    const server = await startServer(authority, await authority.issueClient(), { close: true });
    try {
      const [accounts, order] = [join(folder, 'accounts'), join(folder, 'order.json')];
      await writeAccounts(accounts, authority);
      const { port, url } = server;
      const { txid } = charge;
      const details = { accounts, count: ACCOUNTS, port, url, txid, ca: authority.cert };
      await writeFile(order, JSON.stringify({ ...details, body: solicitada, headers }));
      const measured = new Map<string, number[][]>(kinds.map((kind) => [kind, []]));
      for (let round = 0; round < rounds; round += 1) {
        for (const kind of kinds) measured.get(kind)?.push(await measure(kind, order));
      }
      const groups = moments.map(async (moment, index) => ({
        title: `${ACCOUNTS.toLocaleString('en')} accounts, ${moment}`,
        rows: await compareAt(index, measured, rounds),
      }));
      return await Promise.all(groups);
    } finally {
      server.stop();
      await rm(folder, { recursive: true });
    }
  },
};
