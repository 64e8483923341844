import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/compile.js';
import { checkPolicy, checkSchema } from './support/kubernetes-manifest.js';

const text = readFileSync(join(ROOT, 'sample-app/deploy/kubernetes.yaml'), 'utf8');

/** Plants a defect, which must be found. */
function plant(wanted: string | RegExp, replacement: string): string {
  const changed = text.replace(wanted, replacement);
  expect(changed).not.toBe(text);
  return changed;
}

describe('kubernetes.yaml', () => {
  it('follows the schema of Kubernetes and the policy', () => {
    expect([...checkSchema(text), ...checkPolicy(text)]).toEqual([]);
  });

  it.each<[string, string | RegExp, string]>([
    ['a misspelt field', 'replicas: 2', 'replica: 2'],
    ['a misspelt field of a container', 'readinessProbe:', 'readynessProbe:'],
    ['a field of another object', 'minAvailable: 1', 'replicas: 1'],
    ['a number as text', 'replicas: 2', "replicas: '2'"],
    [
      'a field that is missing',
      /selector:\n {4}matchLabels: \{ app: loja-ipe, role: web \}\n {2}template/,
      'template',
    ],
    ['a version that does not exist', 'batch/v1', 'batch/v2'],
    ['data that is not text', "PORT: '3000'", 'PORT: 3000'],
  ])('is refused with %s', (_, wanted, replacement) => {
    expect(checkSchema(plant(wanted, replacement))).not.toEqual([]);
  });

  const namespace = /matchLabels: \{ kubernetes\.io\/metadata\.name: ingress-nginx \}/;

  it.each<[string, string | RegExp, string]>([
    [
      'lets everybody in',
      /namespaceSelector:\n\s+matchLabels: \{ kubernetes\S+ ingress-nginx \}/,
      'namespaceSelector: {}',
    ],
    ['lets everybody in', namespace, 'matchLabels: {}'],
    [
      'lets everybody in',
      /namespaceSelector:\n\s+matchLabels: \{ kubernetes\S+ monitoring \}/,
      'podSelector: {}',
    ],
    [
      'lets everybody in',
      /namespaceSelector:\n\s+matchLabels: \{ kubernetes\S+ ingress-nginx \}/,
      'ipBlock: { cidr: 0.0.0.0/0 }',
    ],
    ['lets everybody in', '- { port: webhook }', '- { port: webhook }\n        - { port: http }'],
    ['opens every port', /ports:\n {8}- \{ port: metrics \}/, 'ports: []'],
    ['opens every port', '- { port: 53 }', '- { protocol: TCP }'],
    [
      'lets calls out that no process makes',
      '{ port: 6379 }',
      '{ port: 6379 }\n        - { port: 25 }',
    ],
    ['has no policy that denies', 'policyTypes: [Ingress, Egress]', 'policyTypes: [Egress]'],
    ['has no policy that denies', 'values: [loja-ipe, loja-ipe-migrate]', 'values: [loja-ipe]'],
    [
      'selects no pod',
      'podSelector:\n    matchLabels: { app: loja-ipe, role: web }',
      'podSelector:\n    matchLabels: { app: loja, role: web }',
    ],
    [
      'selects no pod',
      'selector: { app: loja-ipe, role: web }',
      'selector: { app: loja-ipe, role: www }',
    ],
    [
      'mounts a token of the cluster',
      'automountServiceAccountToken: false',
      'automountServiceAccountToken: true',
    ],
    ['mounts a token of the cluster', 'automountServiceAccountToken: false\n', '\n'],
    ['may run as root', 'runAsNonRoot: true,', ''],
    ['runs as root', 'runAsUser: 1000', 'runAsUser: 0'],
    ['has no seccomp profile', 'type: RuntimeDefault', 'type: Unconfined'],
    [
      'may write its root filesystem',
      'readOnlyRootFilesystem: true',
      'readOnlyRootFilesystem: false',
    ],
    ['may gain privileges', 'allowPrivilegeEscalation: false,', ''],
    [
      'is privileged',
      'allowPrivilegeEscalation: false,',
      'allowPrivilegeEscalation: false,\n              privileged: true,',
    ],
    ['keeps capabilities', 'drop: [ALL]', 'drop: [NET_RAW]'],
    ['adds capabilities', 'drop: [ALL]', 'drop: [ALL], add: [SYS_ADMIN]'],
    ['shares the network', 'restartPolicy: Never', 'restartPolicy: Never\n      hostNetwork: true'],
    [
      'mounts a folder of the node',
      'secret: { secretName: loja-ipe-certificates, defaultMode: 0440 }',
      'hostPath: { path: /etc }',
    ],
    [
      'has the key of a webhook that it does not serve',
      /(role: worker[^]*?volumes:\n)/,
      '$1        - { name: webhook, secret: { secretName: loja-ipe-webhook } }\n',
    ],
    ['opens a port of the node', 'containerPort: 3000 }', 'containerPort: 3000, hostPort: 3000 }'],
    ['has no limit of memory', 'limits: { memory: 512Mi }', 'limits: { cpu: 1 }'],
    ['has an image without a version', 'image: loja-ipe:0.1.0', 'image: loja-ipe:latest'],
    [
      'has a secret in clear',
      '- { name: SHOP_ROLE, value: web }',
      '- { name: ADMIN_PASSWORD, value: senha }',
    ],
    ['has a secret in clear', 'LOG_FORMAT: json', 'DATABASE_URL: postgres://loja:senha@db/loja'],
    ['trusts more than the network of the ingress', '10.244.7.16/28', '10.244.0.0/16'],
    ['trusts more than the network of the ingress', 'TRUSTED_PROXIES: 10.244.7.16/28\n', '\n'],
    ['lets every client of the authority', '  PIX_WEBHOOK_SUBJECT: webhook.bank.example\n', ''],
    ['is open at the nodes', 'type: LoadBalancer', 'type: NodePort'],
    ['opens more than the webhook', 'targetPort: webhook', 'targetPort: http'],
  ])('%s with %p instead of %p', (problem, wanted, replacement) => {
    const problems = checkPolicy(plant(wanted, replacement));
    expect(problems).toContainEqual(expect.stringContaining(problem));
  });
});
