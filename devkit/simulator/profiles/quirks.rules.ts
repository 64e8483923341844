import {
  choose,
  flag,
  isObject,
  must,
  numeric,
  objectOf,
  text,
  type OptionRule,
} from 'nestjs-pix/internal';
import {
  pixFamilies,
  profileRules,
  serverRules,
  serverTokenRules,
  textByName,
  texts,
} from 'nestjs-pix/spec';
import { pickDefined } from './defined.js';
import { clientFacts, providerFacts } from './provider-facts.js';
import type { QuirkyFamily, QuirkyTokens, SimulatorQuirks } from './quirks.js';

const family = objectOf<QuirkyFamily>({ basePath: text, tokenPath: text });

const ownQuirks: OptionRule = objectOf<SimulatorQuirks>({
  ...pickDefined(profileRules, providerFacts),
  name: text,
  ...serverRules,
  basePath: text,
  families: objectOf<Record<string, unknown>>(
    Object.fromEntries(pixFamilies.map((name) => [name, family])),
  ),
  operations: textByName,
  token: objectOf<QuirkyTokens>({ ...serverTokenRules, path: text, grantTypeInQuery: flag }),
  missing: texts,
  own: texts,
  answerNames: textByName,
  limits: objectOf<NonNullable<SimulatorQuirks['limits']>>({ api: numeric, token: numeric }),
  client: objectOf<NonNullable<SimulatorQuirks['client']>>(pickDefined(profileRules, clientFacts)),
});

/** The rule of the option `quirks`. Another check reports an unknown provider name. */
export const quirksRule = choose(
  isObject,
  ownQuirks,
  must('the name of a provider, or an object', (value) => typeof value === 'string'),
);
