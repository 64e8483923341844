import { execFileSync } from 'node:child_process';

/** Builds the package and the sample shop, so that the browser tests use the current sources. */
export default function build() {
  for (const script of ['build', 'build:sample']) {
    execFileSync('npm', ['run', '--silent', script], { stdio: 'inherit' });
  }
}
