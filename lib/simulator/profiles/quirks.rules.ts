import { pixFamilies } from '../../contract/pix-family.js';
import {
  choose,
  flag,
  isObject,
  must,
  numeric,
  objectOf,
  text,
  type OptionRule,
} from '../../errors/index.js';
import {
  profileRules,
  serverRules,
  serverTokenRules,
  textByName,
  texts,
} from '../../providers/index.js';
import type { QuirkyFamily, QuirkyTokens, SimulatorQuirks } from './quirks.js';

const family = objectOf<QuirkyFamily>({ basePath: text, tokenPath: text });

const ownQuirks: OptionRule = objectOf<SimulatorQuirks>({
  ...pick(profileRules, [
    'name',
    'versions',
    'query',
    'accountHeader',
    'emptyIsNotFound',
    'maxItensPorPagina',
    'maxPeriod',
    'wholeSeconds',
    'phoneKeyWithoutPlus',
  ]),
  name: text,
  ...serverRules,
  basePath: text,
  families: objectOf<Record<string, unknown>>(
    Object.fromEntries(pixFamilies.map((name) => [name, family])),
  ),
  token: objectOf<QuirkyTokens>({ ...serverTokenRules, path: text, grantTypeInQuery: flag }),
  missing: texts,
  own: texts,
  answerNames: textByName,
  limits: objectOf<NonNullable<SimulatorQuirks['limits']>>({ api: numeric, token: numeric }),
  client: objectOf<NonNullable<SimulatorQuirks['client']>>(
    pick(profileRules, [
      'clientAuth',
      'token',
      'appKeyQuery',
      'correlationHeader',
      'scopes',
      'features',
    ]),
  ),
});

/** The rule of the option `quirks`. Another check reports an unknown provider name. */
export const quirksRule = choose(
  isObject,
  ownQuirks,
  must('the name of a provider, or an object', (value) => typeof value === 'string'),
);

function pick<Rules extends object, Name extends keyof Rules>(
  rules: Rules,
  names: readonly Name[],
): Pick<Rules, Name> {
  return Object.fromEntries(names.map((name) => [name, rules[name]])) as Pick<Rules, Name>;
}
