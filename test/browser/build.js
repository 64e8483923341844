import { execFileSync } from 'node:child_process';

/**
 * Builds the package and the sample shop, so that the browser tests use the current sources. With `SKIP_BUILD=1`, they use
 * what was built before.
 */
export default function build() {
  if (process.env.SKIP_BUILD === '1') return;
  for (const script of ['build', 'build:sample']) {
    execFileSync('npm', ['run', '--silent', script], { stdio: 'inherit' });
  }
}
