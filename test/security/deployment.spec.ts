import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { run } from '../../devkit/cli/program.js';
import { readSettings } from '../../sample-app/src/settings/read-settings.js';
import { ROOT } from '../support/compile.js';

// What the Pod Security Standard "restricted" and the CIS benchmarks of Docker and Kubernetes ask of such files.

type Variables = Readonly<Record<string, string>>;

/** The secrets that each process may get. */
const SECRETS = {
  migrate: ['DATABASE_URL'],
  worker: ['DATABASE_URL', 'PIX_CLIENT_ID', 'PIX_CLIENT_SECRET', 'PIX_TOKEN_KEY', 'REDIS_URL'],
  web: [
    ...['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'DATABASE_URL', 'PIX_CLIENT_ID', 'PIX_CLIENT_SECRET'],
    ...['PIX_TOKEN_KEY', 'REDIS_URL'],
  ],
} as const;
type Role = keyof typeof SECRETS;
/** The files that each process may read. */
const FILES = {
  migrate: [],
  worker: ['client.key', 'client.pem'],
  web: ['bank-ca.pem', 'client.key', 'client.pem', 'webhook.key', 'webhook.pem'],
} as const;
const roles = Object.keys(SECRETS) as Role[];

const file = (path: string) => join(ROOT, 'sample-app', path);
const read = (path: string) => readFileSync(file(path), 'utf8');

/** Everything else, such as `privileged` or `pid`, needs a reason and a change of these tests. */
function expectOnly(names: string, values: readonly object[]): void {
  for (const value of values)
    expect(names.split(' ')).toEqual(expect.arrayContaining(Object.keys(value)));
}

/** Reads settings as a process does; the files of certificates are not here. */
function listProblems(variables: Variables): readonly string[] {
  try {
    readSettings(variables);
    return [];
  } catch (error) {
    const { problems } = error as { problems: readonly string[] };
    return problems.filter((problem) => !/'\/(certificates|webhook)\//.test(problem));
  }
}

interface Container {
  readonly image: string;
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly {
    readonly secretRef?: { readonly name: string };
    readonly configMapRef?: { readonly name: string };
  }[];
  readonly securityContext: unknown;
  readonly resources: { readonly limits: Variables };
  readonly ports?: readonly object[];
}

interface Workload {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data: Variables;
  /** A ConfigMap has none. */
  readonly spec?: {
    readonly template?: { readonly metadata: object; readonly spec: Pod };
    readonly podSelector?: object;
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly { readonly from?: object[]; readonly ports: object[] }[];
    readonly egress?: readonly { readonly ports: readonly { readonly port: number }[] }[];
  };
}

interface Pod {
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: unknown;
  readonly containers: readonly Container[];
  readonly volumes?: readonly { readonly secret?: { readonly secretName: string } }[];
}

describe('kubernetes.yaml', () => {
  const text = read('deploy/kubernetes.yaml');
  const all = parseAllDocuments(text).map((document) => document.toJS() as Workload);
  const pods = all.flatMap(({ spec }) => spec?.template?.spec ?? []);
  const containers = pods.flatMap((pod) => pod.containers);
  const policies = all.flatMap(({ kind, spec }) =>
    kind === 'NetworkPolicy' && spec ? [spec] : [],
  );

  /** The names that each `kubectl create secret` of the comment writes. */
  const secrets = new Map(
    [...text.matchAll(/create secret generic (\S+) ([^]*?)(?=\n# {3}kubectl|\n# Replace)/g)].map(
      ([, name = '', literals = '']) => [
        name,
        [...literals.matchAll(/--from-(?:literal|file)=([\w.-]+)/g)].map(([, key = '']) => key),
      ],
    ),
  );

  it('gives a pod no rights of the node or the cluster', () => {
    expect(pods).toHaveLength(3);
    for (const { automountServiceAccountToken, securityContext } of pods) {
      expect(automountServiceAccountToken).toBe(false);
      expect(securityContext).toEqual({
        ...{ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 },
        seccompProfile: { type: 'RuntimeDefault' },
      });
    }
    for (const { securityContext, resources } of containers) {
      expect(securityContext).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources.limits).toHaveProperty('memory');
    }
    const kinds = 'ConfigMap Job Deployment Service PodDisruptionBudget NetworkPolicy';
    expectOnly(kinds, [Object.fromEntries(all.map(({ kind }) => [kind, 0]))]);
    const ofPod = 'restartPolicy terminationGracePeriodSeconds containers volumes';
    expectOnly(`automountServiceAccountToken securityContext ${ofPod}`, pods);
    const ofContainer = 'startupProbe livenessProbe readinessProbe ports volumeMounts';
    expectOnly(`name image env envFrom securityContext resources ${ofContainer}`, containers);
    expectOnly(
      'name containerPort',
      containers.flatMap(({ ports = [] }) => ports),
    );
    expectOnly(
      'name secret',
      pods.flatMap(({ volumes = [] }) => volumes),
    );
  });

  it.each(roles)('gives the process %s only its own secrets, with which it starts', (role) => {
    const [own] = containers.filter(({ env }) => env.some(({ value }) => value === role));
    const names = own?.envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []) ?? [];
    const keys = names.flatMap((name) => secrets.get(name) ?? []);
    expect(keys.sort()).toEqual(SECRETS[role]);
    const [{ volumes = [] } = {}] = pods.filter((pod) => own && pod.containers.includes(own));
    const files = volumes.flatMap(({ secret }) => secrets.get(secret?.secretName ?? '') ?? []);
    expect(files.sort()).toEqual(FILES[role]);
    const given: Variables = {
      ...(own?.envFrom.some(({ configMapRef }) => configMapRef) &&
        all.find(({ kind }) => kind === 'ConfigMap')?.data),
      ...Object.fromEntries(keys.map((key) => [key, 'a-long-secret'])),
      DATABASE_URL: 'postgres://a',
      ...(role !== 'migrate' && { REDIS_URL: 'rediss://a', PIX_TOKEN_KEY: '0'.repeat(64) }),
      ...(role === 'web' && { ADMIN_EMAIL: 'dona@loja.example' }),
      SHOP_ROLE: role,
    };
    expect(listProblems(given)).toEqual([]);
  });

  it('isolates every pod, and opens the ports that others call', () => {
    const isolation = policies.find(({ policyTypes }) => policyTypes?.includes('Egress'));
    expect(isolation?.podSelector).toEqual({
      matchExpressions: [{ key: 'app', operator: 'In', values: ['loja-ipe', 'loja-ipe-migrate'] }],
    });
    expect(isolation?.ingress).toBeUndefined();
    const ports = isolation?.egress?.flatMap((rule) => rule.ports.map(({ port }) => port));
    expect([...new Set(ports)]).toEqual([53, 443, 5432, 6379]);
    // Only the bank calls from anywhere.
    const open = policies.flatMap(({ ingress = [] }) => ingress.filter(({ from }) => !from));
    expect(open).toEqual([{ ports: [{ port: 'webhook' }] }]);
  });
});

interface Service {
  readonly image: string;
  readonly environment?: Variables;
  readonly build?: object;
  readonly command?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly read_only?: boolean;
  readonly volumes?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}

describe('compose.yaml', () => {
  const { services, networks } = parse(read('compose.yaml'), { merge: true }) as {
    services: Readonly<Record<string, Service>>;
    networks: Readonly<Record<string, object>>;
  };
  const all = Object.values(services);

  it('follows the schema and the linter, and sets nothing that weakens the isolation', () => {
    execFileSync('node_modules/.bin/dclint', ['--quiet', file('compose.yaml')], { cwd: ROOT });
    const ofService = 'image build command environment depends_on restart deploy healthcheck';
    const others = 'stop_grace_period networks ports volumes read_only cap_drop security_opt';
    const ofServer = 'user tmpfs';
    expectOnly(`${ofService} ${others} ${ofServer}`, all);
    expectOnly(
      'context dockerfile',
      all.flatMap(({ build = {} }) => build),
    );
  });

  it('opens ports to this machine only', () => {
    const ports = all.flatMap((service) => service.ports ?? []);
    expect(ports).toHaveLength(2);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('lets no process gain rights, or write outside of its volumes', () => {
    for (const service of all) {
      const rights = {
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      };
      expect(service).toMatchObject(rights);
    }
    // Their images start as root; that of the shop does not.
    for (const name of ['postgres', 'redis']) expect(services[name]).toMatchObject({ user: name });
  });

  it('pins who may report payments wherever a webhook is served', () => {
    const served = all.filter(({ environment }) => environment?.PIX_WEBHOOK_CA);
    expect(served).toHaveLength(2);
    for (const { environment } of served) expect(environment?.PIX_WEBHOOK_SUBJECT).toBeTruthy();
  });

  it('keeps the database and Redis in a network of their own, and Redis with a password', () => {
    expect(networks.data).toEqual({ internal: true });
    for (const name of ['postgres', 'redis']) expect(services[name]?.networks).toEqual(['data']);
    const command = services.redis?.command ?? [];
    const password = command[command.indexOf('--requirepass') + 1];
    expect(services.redis?.environment?.REDISCLI_AUTH).toBe(password);
    for (const name of ['web', 'worker']) {
      expect(new URL(services[name]?.environment?.REDIS_URL ?? '').password).toBe(password);
    }
  });

  it('lets only the bank, which issues the certificates, write them', () => {
    const mounts = Object.entries(services).flatMap(([name, { volumes = [] }]) =>
      volumes
        .filter((volume) => volume.startsWith('certificates:'))
        .map((volume) => [name, volume]),
    );
    expect(Object.fromEntries(mounts)).toEqual({
      bank: 'certificates:/certificates',
      web: 'certificates:/certificates:ro',
      worker: 'certificates:/certificates:ro',
    });
  });

  it('waits for an answer of the bank, and not for files of an earlier start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pix-compose-'));
    const { command = [], healthcheck } = services.bank ?? {};
    const [program, check] = [command.slice(0, 2), healthcheck?.test.slice(1) ?? []];
    expect(check.slice(0, 2)).toEqual(program);
    const here = new Map([
      ['/certificates', folder],
      ['8443', '0'],
      ['8081', '0'],
    ]);
    const start = (words: readonly string[]) => {
      let end!: () => void;
      let ready!: () => void;
      const isReady = new Promise<void>((resolve) => (ready = resolve));
      const untilEnded = () => new Promise<void>((resolve) => (end = resolve));
      const exitCode = run(
        words.slice(2).map((word) => here.get(word) ?? word),
        { out: () => ready(), err: () => undefined, untilEnded },
      );
      return { isReady, exitCode, stop: () => (end(), exitCode) };
    };
    for (let time = 0; time < 2; time += 1) {
      const bank = start(command);
      await bank.isReady;
      expect(await start(check).exitCode).toBe(0);
      expect(await bank.stop()).toBe(0);
      expect(await start(check).exitCode).toBe(3);
    }
    await rm(folder, { recursive: true });
  });

  it.each(roles)('gives the process %s only its own secrets, with which it starts', (role) => {
    const { environment = {} } = services[role] ?? {};
    const secret = /^(ADMIN_\w+|DATABASE_URL|REDIS_URL|PIX_(CLIENT_\w+|TOKEN_KEY))$/;
    const names = Object.keys(environment).filter((name) => secret.test(name));
    expect(names.sort()).toEqual(SECRETS[role]);
    expect(listProblems(environment)).toEqual([]);
  });
});
