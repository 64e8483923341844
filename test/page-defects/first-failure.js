/** A reporter of jest that prints the first test that fails, as soon as it does. */
export default class FirstFailure {
  #hasFailed = false;

  onTestCaseResult(test, { status, fullName }) {
    if (status === 'failed') this.#print(fullName);
  }

  /** A spec file that cannot run has no tests. */
  onTestFileResult({ path }, { testExecError }) {
    if (testExecError) this.#print(path);
  }

  #print(name) {
    if (!this.#hasFailed) console.log(`FAILED ${name}`);
    this.#hasFailed = true;
  }
}
