import { contradictionsOf } from '../schema/contradictions.js';
import { readPart, type Part } from '../schema/part.js';
import { eachCase, joinOutcomes, type Check, type Outcome } from './check.js';
import { partOfQuery, refusedBy } from './inputs.js';
import { refusal, type Judge } from './rules.js';

/**
 * Rules between fields that the file describes in prose and not in keywords. A refusal because of such a rule is a
 * deviation from the keywords; the list of deviations cites the prose.
 */
export const checkWords: Check = async (subject, context) => {
  const { file, row } = subject;
  const outcomes: Outcome[] = [];
  if (file.body) {
    const part = readPart(
      context.document,
      file.body,
      row.body?.name.replace(/Dto$/, '') ?? file.name,
    );
    outcomes.push(await look(part, (body) => refusedBy(row.body, body)));
  }
  if (row.filter) {
    outcomes.push(
      await look(partOfQuery(subject, context), (filter) => refusedBy(row.filter, filter)),
    );
  }
  const outcome = joinOutcomes(...outcomes);
  return outcome.cases === 0 ? undefined : outcome;
};

function look(part: Part, judge: Judge): Promise<Outcome> {
  return eachCase(contradictionsOf(part), ({ at, what, body }) => {
    const refused = judge(body);
    return refused.length === 0 ? [] : [refusal(at, what, refused)];
  });
}
