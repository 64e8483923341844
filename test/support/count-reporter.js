import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../minimum-counts.json', import.meta.url);

/**
 * A jest reporter that fails a complete run if a test was skipped, or if fewer tests ran than test/minimum-counts.json
 * requires for the command. It ignores runs of selected files or names.
 *
 * With RAISE_TEST_COUNTS=1 a successful run raises the number to that of its tests; `npm run test:count -- <command>`
 * does so. Lower a number by editing the file.
 */
export default class CountReporter {
  /** @param options `command`: the npm script that runs this configuration */
  constructor(config, { command }) {
    this.config = config;
    this.command = command;
  }

  onRunComplete(_contexts, results) {
    if (isSelection(this.config) || results.wasInterrupted) return;
    const counts = JSON.parse(readFileSync(FILE, 'utf8'));
    const minimum = counts[this.command] ?? 0;
    const ran = results.numPassedTests + results.numFailedTests;
    const problems = [
      ...results.testResults.flatMap(skippedTests),
      ...(ran < minimum ? [`${ran} tests ran, fewer than the ${minimum} expected`] : []),
      ...(minimum === 0 ? [`${FILE.pathname} has no number for ${this.command}`] : []),
    ];
    if (process.env.RAISE_TEST_COUNTS === '1' && results.numFailedTests === 0 && ran > minimum) {
      const raised = { ...counts, [this.command]: ran };
      writeFileSync(FILE, `${JSON.stringify(raised, null, 2)}\n`);
    } else if (problems.length > 0) {
      this.error = new Error(`${this.command}: ${problems.join('\n')}`);
      console.error(this.error.message);
    }
  }

  /** Returns the error that fails the run, if any. */
  getLastError() {
    return this.error;
  }
}

function isSelection(config) {
  return (
    config.testPathPatterns.isSet() ||
    Boolean(config.testNamePattern) ||
    Boolean(config.shard) ||
    config.onlyChanged ||
    config.onlyFailures ||
    config.findRelatedTests ||
    config.runTestsByPath
  );
}

function skippedTests({ testFilePath, testResults, skipped }) {
  if (skipped) return [`skipped: ${testFilePath}`];
  return testResults
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ status, fullName }) => `${status}: ${fullName} (${testFilePath})`);
}
