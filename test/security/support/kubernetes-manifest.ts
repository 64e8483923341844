import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { compile } from '../../support/compile.js';

type Labels = Readonly<Record<string, string>>;

interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name?: string; readonly hostPort?: number }[];
  readonly securityContext?: {
    readonly readOnlyRootFilesystem?: boolean;
    readonly allowPrivilegeEscalation?: boolean;
    readonly privileged?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: object };
  };
  readonly resources?: { readonly limits?: Labels };
}

interface Pod {
  readonly automountServiceAccountToken?: boolean;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly securityContext?: {
    readonly runAsNonRoot?: boolean;
    readonly runAsUser?: number;
    readonly seccompProfile?: { readonly type: string };
  };
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly {
    readonly hostPath?: object;
    readonly secret?: { readonly secretName: string };
  }[];
}

interface Peer {
  readonly namespaceSelector?: Selector;
  readonly podSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string };
}

interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port?: number | string }[];
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Labels;
  readonly spec?: {
    readonly template?: { readonly metadata?: { readonly labels?: Labels }; readonly spec: Pod };
    readonly selector?: Selector | Labels;
    readonly podSelector?: Selector;
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
    readonly type?: string;
    readonly externalIPs?: object;
    readonly ports?: readonly { readonly targetPort?: number | string }[];
  };
}

type Check = (manifest: Manifest, all: readonly Manifest[]) => readonly (string | false)[];

/** The types of Kubernetes, generated from its OpenAPI schema. */
const MODULES: Labels = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'batch/v1': 'batch/v1',
  'policy/v1': 'policy/v1',
  'networking.k8s.io/v1': 'networking/v1',
};
const SECRET = /PASSWORD|SECRET|TOKEN|_KEY$|DATABASE_URL|REDIS_URL|CLIENT_ID/;
/** Names of files, and not secrets. */
const isSecret = (name: string, value = '') => SECRET.test(name) && !value.startsWith('/');

const read = (text: string) =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest);

/** Returns what the schema of Kubernetes refuses: fields that it does not have, of another type, or missing. */
export function checkSchema(text: string): string[] {
  const sources = read(text).map(({ apiVersion, kind, ...rest }, index) => {
    const module = `kubernetes-types/${MODULES[apiVersion] ?? apiVersion}`;
    const value = JSON.stringify({ apiVersion, kind, ...rest });
    const source = `import type { ${kind} } from '${module}';\nexport const manifest: ${kind} = ${value};`;
    return [`test/security/manifest-${index}.ts`, source] as const;
  });
  const { program, files } = compile(new Map(sources), {
    // The package has no `exports`.
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  return [...files.values()].flatMap((file) =>
    program
      .getSemanticDiagnostics(file)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
  );
}

const checkContainer = (container: Container): readonly (string | false)[] => {
  const { securityContext = {}, resources, image, env = [], ports = [] } = container;
  const { capabilities } = securityContext;
  return [
    securityContext.readOnlyRootFilesystem !== true && 'may write its root filesystem',
    securityContext.allowPrivilegeEscalation !== false && 'may gain privileges',
    securityContext.privileged === true && 'is privileged',
    capabilities?.drop?.includes('ALL') !== true && 'keeps capabilities',
    capabilities?.add !== undefined && 'adds capabilities',
    resources?.limits?.memory === undefined && 'has no limit of memory',
    !/(:\d+\.\d+\.\d+|@sha256:[\da-f]{64})$/.test(image) && 'has an image without a version',
    env.some(({ name, value }) => isSecret(name, value)) && 'has a secret in clear',
    ports.some(({ hostPort }) => hostPort !== undefined) && 'opens a port of the node',
  ];
};

const checkPod: Check = ({ spec }) => {
  const pod = spec?.template?.spec;
  if (!pod) return [];
  const { securityContext, volumes = [], initContainers = [], containers } = pod;
  const isOfNode = [pod.hostNetwork, pod.hostPID, pod.hostIPC].includes(true);
  return [
    pod.automountServiceAccountToken !== false && 'mounts a token of the cluster',
    securityContext?.runAsNonRoot !== true && 'may run as root',
    securityContext?.runAsUser === 0 && 'runs as root',
    securityContext?.seccompProfile?.type !== 'RuntimeDefault' && 'has no seccomp profile',
    isOfNode && 'shares the network or the processes of the node',
    volumes.some(({ hostPath }) => hostPath) && 'mounts a folder of the node',
    volumes.some(({ secret }) => secret?.secretName.endsWith('-webhook')) &&
      !containers.some(({ ports = [] }) => ports.some(({ name }) => name === 'webhook')) &&
      'has the key of a webhook that it does not serve',
    ...[...initContainers, ...containers].flatMap(checkContainer),
  ];
};

const matches = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(
    ({ key, operator, values = [] }) => operator === 'In' && values.includes(labels[key] ?? ''),
  );

const getLabels = ({ spec }: Manifest): Labels => spec?.template?.metadata?.labels ?? {};

const checkIsolation: Check = (manifest, all) => [
  manifest.spec?.template !== undefined &&
    !all.some(
      ({ kind, spec }) =>
        kind === 'NetworkPolicy' &&
        matches(spec?.podSelector ?? {}, getLabels(manifest)) &&
        spec?.policyTypes?.join() === 'Ingress,Egress' &&
        (spec.ingress ?? []).length === 0,
    ) &&
    'has no policy that denies what no other allows',
];

const isEmpty = ({ matchLabels = {}, matchExpressions = [] }: Selector) =>
  Object.keys(matchLabels).length + matchExpressions.length === 0;

/** Whether a peer of a rule is everybody, in the cluster or outside. */
const isEverybody = ({ namespaceSelector, ipBlock, podSelector }: Peer) =>
  (namespaceSelector !== undefined && isEmpty(namespaceSelector)) ||
  ipBlock?.cidr.endsWith('/0') === true ||
  (!namespaceSelector && !ipBlock && (!podSelector || isEmpty(podSelector)));

const checkRules: Check = ({ kind, spec = {} }) => {
  if (kind !== 'NetworkPolicy') return [];
  const { ingress = [], egress = [] } = spec;
  const listPorts = ({ ports = [] }: Rule) => ports.map(({ port }) => port);
  // The shop authenticates the bank, whose addresses change.
  const isOfBank = (rule: Rule) => listPorts(rule).join() === 'webhook';
  return [
    ingress.some((rule) => (!rule.from || rule.from.some(isEverybody)) && !isOfBank(rule)) &&
      'lets everybody in',
    [...ingress, ...egress].some((rule) => listPorts(rule).length === 0) && 'opens every port',
    [...ingress, ...egress].flatMap(listPorts).includes(undefined) && 'opens every port',
    egress.flatMap(listPorts).some((port) => ![53, 443, 5432, 6379].includes(Number(port))) &&
      'lets calls out that no process makes',
  ];
};

const checkSelector: Check = ({ kind, spec = {} }, all) => {
  const { selector, podSelector } = spec;
  const given =
    kind === 'Service' ? { matchLabels: selector as Labels } : (podSelector ?? selector);
  if (!given) return [];
  const pods = all.filter((manifest) => manifest.spec?.template);
  return [!pods.some((pod) => matches(given, getLabels(pod))) && 'selects no pod'];
};

const checkService: Check = ({ kind, spec = {} }) => [
  kind === 'Service' &&
    (spec.type === 'NodePort' || spec.externalIPs !== undefined) &&
    'is open at the nodes',
  kind === 'Service' &&
    spec.type === 'LoadBalancer' &&
    spec.ports?.some(({ targetPort }) => targetPort !== 'webhook') === true &&
    'opens more than the webhook',
];

const checkConfiguration: Check = ({ kind, data = {} }) => {
  if (kind !== 'ConfigMap') return [];
  const { TRUSTED_PROXIES = '', PIX_WEBHOOK_SUBJECT = '' } = data;
  const isNarrow = (network: string) => /^\d+(\.\d+){3}(\/(2[4-9]|3\d))?$/.test(network.trim());
  return [
    !TRUSTED_PROXIES.split(',').every(isNarrow) && 'trusts more than the network of the ingress',
    PIX_WEBHOOK_SUBJECT === '' && 'lets every client of the authority report payments',
    Object.entries(data).some(([name, value]) => isSecret(name, value)) && 'has a secret in clear',
  ];
};

const CHECKS = [
  ...[checkPod, checkIsolation, checkRules, checkSelector, checkService, checkConfiguration],
];

/** Returns what the policy of this project refuses, with the name of the object. */
export function checkPolicy(text: string): string[] {
  const all = read(text);
  return all.flatMap((manifest) =>
    CHECKS.flatMap((check) => check(manifest, all))
      .filter((problem) => problem !== false)
      .map((problem) => `${manifest.kind} ${manifest.metadata.name} ${problem}`),
  );
}
