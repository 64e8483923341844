import { generateContradictions } from '../schema/contradictions.js';
import { readPart, type Part } from '../schema/part.js';
import { eachCase, joinOutcomes, type Check, type Outcome } from './check.js';
import { buildQueryPart, findRefusedPaths } from './inputs.js';
import { refusal, type FindRefused } from './rules.js';

/**
 * Rules between fields that the file describes in prose and not in keywords. A refusal because of such a rule is a
 * deviation from the keywords; the list of deviations cites the prose.
 */
export const checkProseRules: Check = async (subject, context) => {
  const { file, row } = subject;
  const outcomes: Outcome[] = [];
  if (file.body) {
    const part = readPart(
      context.document,
      file.body,
      row.body?.name.replace(/Dto$/, '') ?? file.name,
    );
    outcomes.push(await look(part, (body) => findRefusedPaths(row.body, body)));
  }
  if (row.filter) {
    outcomes.push(
      await look(buildQueryPart(subject, context), (filter) =>
        findRefusedPaths(row.filter, filter),
      ),
    );
  }
  const outcome = joinOutcomes(...outcomes);
  return outcome.cases === 0 ? undefined : outcome;
};

function look(part: Part, findRefused: FindRefused): Promise<Outcome> {
  return eachCase(generateContradictions(part), ({ at, what, body }) => {
    const refused = findRefused(body);
    return refused.length === 0 ? [] : [refusal(at, what, refused)];
  });
}
