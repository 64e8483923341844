import { pixFamilies } from '../../contract/families.js';
import {
  choose,
  flag,
  isObject,
  listOf,
  must,
  numeric,
  objectOf,
  oneOf,
  recordOf,
  text,
  type OptionRule,
} from '../../errors/index.js';
import type { PixProvider } from '../../providers/index.js';
import type { QuirkyFamily, QuirkyTokens, SimulatorQuirks } from './quirks.js';

const texts = listOf('a list of texts', text);
const textRecord = recordOf('an object of texts', text);
const numberRecord = recordOf('an object of numbers', numeric);
const format = oneOf(['problem', 'erros', 'gateway', 'nome-mensagem', 'soap']);

/** The rule of an object with a member for each family. */
function byFamily(rule: OptionRule): OptionRule {
  return objectOf<Record<string, unknown>>(
    Object.fromEntries(pixFamilies.map((family) => [family, rule])),
  );
}

const client = objectOf<NonNullable<SimulatorQuirks['client']>>({
  clientAuth: oneOf(['basic', 'body']),
  token: objectOf<NonNullable<PixProvider['token']>>({
    encoding: oneOf(['form', 'json']),
    sendScope: flag,
    query: textRecord,
  }),
  appKeyQuery: text,
  correlationHeader: text,
  scopes: texts,
  features: recordOf('an object of lists of scopes', texts),
});

const errors = objectOf<NonNullable<SimulatorQuirks['errors']>>({
  format,
  families: byFamily(format),
  statuses: recordOf('an object of formats', format),
  tooManyRequests: text,
});

const webhook = objectOf<NonNullable<SimulatorQuirks['webhook']>>({
  bareArray: flag,
  retryDelays: listOf('a list of milliseconds', numeric),
  keepPathParameter: text,
  testCall: objectOf<{ readonly skipHeader: string }>({ skipHeader: text }),
});

const ownQuirks = objectOf<SimulatorQuirks>({
  name: text,
  versions: objectOf<NonNullable<SimulatorQuirks['versions']>>({
    default: text,
    resources: textRecord,
  }),
  query: recordOf('an object of objects', textRecord),
  accountHeader: text,
  emptyIsNotFound: texts,
  maxItensPorPagina: numeric,
  maxPeriod: numberRecord,
  wholeSeconds: texts,
  phoneKeyWithoutPlus: flag,
  statuses: numberRecord,
  required: objectOf<NonNullable<SimulatorQuirks['required']>>({ headers: texts, query: texts }),
  errors,
  webhook,
  autoPay: objectOf<NonNullable<SimulatorQuirks['autoPay']>>({ from: text, to: text }),
  basePath: text,
  families: byFamily(objectOf<QuirkyFamily>({ basePath: text, tokenPath: text })),
  token: objectOf<QuirkyTokens>({
    lifetime: numeric,
    scopeRequired: flag,
    grantsFewer: flag,
    noSecret: flag,
    path: text,
    grantTypeInQuery: flag,
  }),
  missing: texts,
  own: texts,
  answerNames: textRecord,
  limits: objectOf<NonNullable<SimulatorQuirks['limits']>>({ api: numeric, token: numeric }),
  client,
});

/** The rule of the option `quirks`. Another check reports an unknown provider name. */
export const quirksRule = choose(
  isObject,
  ownQuirks,
  must('the name of a provider, or an object', (value) => typeof value === 'string'),
);
