import { X509Certificate } from 'node:crypto';
import {
  anything,
  choose,
  isObject,
  listOf,
  must,
  nonEmptyText,
  numeric,
  objectOf,
  oneOf,
  text,
  valueOr,
  type OptionRule,
} from 'nestjs-pix/internal';
import { HOSTILE_KINDS, isHostileBehavior } from '../hostile/hostile-kinds.js';
import { quirksRule } from '../profiles/quirks.rules.js';
import {
  SIMULATOR_RULES,
  type PixSimulatorOptions,
  type SimulatorConta,
  type SimulatorRecebedor,
  type SimulatorConsoleOptions,
  type SimulatorSandboxOptions,
  type SimulatorWebhookOptions,
} from './simulator.options.js';

/** Accepts `any`, and lists whose items follow the rule. */
function anyOrList(expected: string, item: OptionRule): OptionRule {
  return valueOr(['any'], listOf(`${expected}, or 'any'`, item));
}

const certificates = must('certificates as PEM text, or a list of them', (value) =>
  [value].flat().every(isCertificates),
);

function isCertificates(value: unknown): boolean {
  try {
    return typeof value === 'string' && Boolean(new X509Certificate(value));
  } catch {
    return false;
  }
}

const hostileRule = must(
  `${HOSTILE_KINDS.join(', ')}, or { kind, rate } with a rate from 0 to 1`,
  isHostileBehavior,
);

const webhookRule = objectOf<SimulatorWebhookOptions>({
  retryDelays: listOf('a list of milliseconds', numeric),
  timeout: numeric,
  ca: certificates,
});

const recebedorRule = objectOf<SimulatorRecebedor>({
  nome: text,
  nomeFantasia: text,
  cidade: text,
  logradouro: text,
  uf: text,
  cep: text,
  cnpj: text,
});

const contaRule: OptionRule = (value, name, report) => {
  if (!contaMembers(value, name, report)) return false;
  return nonEmptyText((value as SimulatorConta).conta, `${name}.conta`, report);
};

const contaMembers = objectOf<SimulatorConta>({ conta: anything, agencia: text });

/** The rule of the options of a simulator. */
export const simulatorRule = objectOf<PixSimulatorOptions>({
  quirks: quirksRule,
  rules: oneOf(SIMULATOR_RULES),
  faults: listOf('a list of fault rules', anything),
  hostile: listOf('a list of behaviors', hostileRule),
  port: numeric,
  host: nonEmptyText,
  names: listOf('a list of names and addresses', nonEmptyText),
  sandbox: objectOf<SimulatorSandboxOptions>({ token: text, port: numeric }),
  clientId: text,
  clientSecret: valueOr([null], text),
  sellerToken: text,
  scopes: listOf('a list of scopes', nonEmptyText),
  tokenLifetime: numeric,
  chaves: anyOrList('a list of Pix keys', nonEmptyText),
  contas: anyOrList('a list of accounts', contaRule),
  convenios: anyOrList('a list of agreements', nonEmptyText),
  recebedor: recebedorRule,
  ispb: text,
  locationBase: text,
  locationPort: numeric,
  refundDelay: numeric,
  processingDelay: numeric,
  webhook: webhookRule,
  stateDir: nonEmptyText,
  console: choose(
    isObject,
    objectOf<SimulatorConsoleOptions>({ port: numeric, host: nonEmptyText }),
    must('true, false or an object such as { port: 8080 }', (value) => typeof value === 'boolean'),
  ),
});
