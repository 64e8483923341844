import { Logger } from '@nestjs/common';
import { DEFAULT_PREFIX, releaseSecrets } from 'nestjs-pix/internal';
import { loadVariables, type AccountSelection } from '../account-variables.js';
import type { CommandContext } from '../command-context.js';
import { CommandError } from '../command-error.js';
import { redactReport } from '../redact-report.js';
import { toShellWord } from '../shell-word.js';
import type { DoctorCommandOptions } from './doctor.options.js';
import { examine } from './examine.js';
import { hasFailed, type Finding } from './finding.js';
import { renderJson, renderText } from './render.js';

/** A command that reads the variables of an account. */
const READS_ACCOUNT = /^npx nestjs-pix (?:doctor|probe|webhook)\b/;
/** Exit code if a check failed. */
const PROBLEMS = 2;

/**
 * Examines the account of the variables and prints the findings.
 *
 * @throws CommandError if an option is wrong, or, after the findings, if a check failed
 */
export async function diagnose(
  options: DoctorCommandOptions,
  { console, environment, language }: CommandContext,
): Promise<void> {
  // Its lines would be between those of the report; the findings contain the same.
  Logger.overrideLogger(false);
  const owner = {};
  try {
    const { prefix, timeout, webhook } = options;
    const variables = await loadVariables(options, environment, owner);
    const found = await examine({ variables, prefix, timeout, webhook, owner });
    const findings = redactReport(completeCommands(renameVariables(found, prefix), options));
    const render = options.json === true ? renderJson : renderText;
    console.out(render(findings, language));
    // The findings are the message.
    if (hasFailed(findings)) throw new CommandError('', PROBLEMS);
  } finally {
    releaseSecrets(owner);
  }
}

/** Adds the selected account to the commands of the library, so that they can be run as they are printed. */
function completeCommands(
  findings: readonly Finding[],
  { env, prefix }: AccountSelection,
): readonly Finding[] {
  const file = env === undefined ? '' : ` --env ${toShellWord(env)}`;
  const account = prefix === DEFAULT_PREFIX ? '' : ` --prefix ${prefix}`;
  const complete = (text: string): string =>
    text
      .split('\n')
      // `probe` reads the variables of the default prefix only.
      .filter((line) => account === '' || !line.startsWith('npx nestjs-pix probe'))
      .map((line) => (READS_ACCOUNT.test(line) ? line + file + account : line))
      .join('\n');
  return findings.map(({ fix, ...finding }) => ({
    ...finding,
    ...(fix && { fix: { pt: complete(fix.pt), en: complete(fix.en) } }),
  }));
}

/** Texts name the variables of the default prefix. */
function renameVariables(findings: readonly Finding[], prefix: string): readonly Finding[] {
  if (prefix === DEFAULT_PREFIX) return findings;
  const rename = (text: string): string =>
    text.replaceAll(prefix, DEFAULT_PREFIX).replace(/\bPIX_(?=[A-Z])/g, prefix);
  return findings.map((finding) => ({
    ...finding,
    text: { pt: rename(finding.text.pt), en: rename(finding.text.en) },
    ...(finding.fix && { fix: { pt: rename(finding.fix.pt), en: rename(finding.fix.en) } }),
  }));
}
