import { execFileSync } from 'node:child_process';
import createTemplate from '../../sample-app/test/support/database-template.js';

/**
 * Builds the package and the sample shop, so that the browser tests use the current sources, and creates the database that
 * their shops start from. With `SKIP_BUILD=1`, they use what was built before.
 */
export default function build() {
  createTemplate();
  if (process.env.SKIP_BUILD === '1') return;
  for (const script of ['build', 'build:sample']) {
    execFileSync('npm', ['run', '--silent', script], { stdio: 'inherit' });
  }
}
