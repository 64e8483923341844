import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TestAuthority, toPkcs12, type TestCertificate } from '../../support/certificates.js';
import { ROOT } from '../../support/compile.js';
import { installSdk } from '../client/install.js';
import type { ClientCost, ClientOrder } from '../client/process.js';
import { clientVariants, EFI_HOST, type Account, type ClientVariant } from '../client/variants.js';
import { compare, type Variant } from '../compare.js';
import { receive } from '../receive.js';
import type { Row } from '../results.js';
import { charge, CONCURRENT, startServer, type TransportServer } from '../transport-load.js';
import type { BenchSection } from './section.js';

async function writeCertificates(
  folder: string,
  ca: string,
  { cert, key }: TestCertificate,
  passphrase: string,
): Promise<{ ca: string; cert: string; key: string; p12: string }> {
  // As many iterations as OpenSSL uses.
  const p12 = toPkcs12({ certificates: [cert], keys: [key], passphrase, iterations: 2048 });
  const contents = { ca, cert, key, p12 };
  const paths = { ca: '', cert: '', key: '', p12: '' };
  for (const [name, content] of Object.entries(contents)) {
    paths[name as keyof typeof paths] = join(folder, name);
    await writeFile(join(folder, name), content);
  }
  return paths;
}

function describeVersion({ name, packageName }: ClientVariant): string {
  if (packageName === undefined) return name;
  const manifest = join(ROOT, 'node_modules', packageName, 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return `${name} ${version}`;
}

/** After so many rounds a new process continues: how V8 compiles a client differs by up to 10 % between processes. */
const ROUNDS_OF_PROCESS = 5;

class Clients {
  readonly #children = new Set<ChildProcess>();

  constructor(
    private readonly server: TransportServer,
    private readonly account: Account,
    private readonly authority: string,
  ) {}

  async open(index: number): Promise<Variant> {
    const variant = clientVariants[index]!;
    const sdk = variant.sdk && (await installSdk(variant.sdk));
    const order = { variant: index, account: this.account, folder: sdk?.folder ?? ROOT };
    let child = await this.#start(order);
    let left = ROUNDS_OF_PROCESS;
    return {
      name: sdk ? `${sdk.name} ${sdk.version}` : describeVersion(variant),
      measure: async () => {
        if (left === 0) {
          child.disconnect();
          child = await this.#start(order);
          left = ROUNDS_OF_PROCESS;
        }
        left -= 1;
        const before = await this.server.connections();
        child.send('measure');
        const { cpu, calls } = (await receive(child)) as ClientCost;
        return [cpu, (1_000 * ((await this.server.connections()) - before)) / calls];
      },
    };
  }

  async #start(order: ClientOrder): Promise<ChildProcess> {
    // Not every SDK has an option for the authority, so all trust it in the same way.
    const child = fork(fileURLToPath(new URL('../client/process.ts', import.meta.url)), {
      env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: this.authority },
    });
    this.#children.add(child);
    child.once('disconnect', () => this.#children.delete(child));
    child.send(order);
    await receive(child);
    return child;
  }

  stop(): void {
    for (const child of this.#children) child.disconnect();
  }
}

async function openClients(folder: string): Promise<{ clients: Clients; stop(): void }> {
  const authority = await TestAuthority.create();
  const client = await authority.issueClient();
  const server = await startServer(authority, client, { names: ['127.0.0.1', EFI_HOST] });
  const passphrase = 'benchmark';
  const { ca, ...files } = await writeCertificates(folder, authority.cert, client, passphrase);
  const { port, url } = server;
  const { cert, key } = client;
  const account = {
    port,
    url,
    txid: charge.txid,
    ca: authority.cert,
    cert,
    key,
    files,
    passphrase,
  };
  const clients = new Clients(server, account, ca);
  const stop = () => {
    clients.stop();
    server.stop();
  };
  return { clients, stop };
}

/** Measures clients by their index in {@link clientVariants}, in turn. */
export async function compareClients(indexes: Iterable<number>, rounds: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pix-bench-'));
  const { clients, stop } = await openClients(folder);
  try {
    const variants: Variant[] = [];
    for (const index of indexes) variants.push(await clients.open(index));
    return await compare(variants, rounds, 0);
  } finally {
    stop();
    await rm(folder, { recursive: true });
  }
}

/** Needs the npm registry. */
export const clientSection: BenchSection = {
  id: 'client',
  title: 'Client',
  text: `CPU time of a process per \`PUT /cob/{txid}\` over mutual TLS, ${CONCURRENT} calls at a time, in a new process after every five rounds, in relation to \`node:https\` with a keep-alive agent, a ready token, \`JSON.stringify\` and \`JSON.parse\`. \`axios\` and \`@nestjs/axios\` use such an agent and the same token. nestjs-pix and the SDKs request the token themselves; nestjs-pix also validates the body and checks the response. The SDKs are installed as published, with the settings of their documentation. The server is another process that answers every call with the same charge. New connections include a TLS handshake, and cost more time over a network than on the one machine here.`,
  columns: [
    { name: 'CPU, µs', digits: 0 },
    { name: 'new connections per 1,000 calls', digits: 0 },
  ],
  rounds: 35,
  run: async (rounds) => [
    { title: 'Client', rows: await compareClients(clientVariants.keys(), rounds) },
  ],
};
