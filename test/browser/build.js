import { execFileSync } from 'node:child_process';

/** Builds what `npm start` and the command run, so that the browser never sees an older one. */
export default function build() {
  for (const script of ['build', 'build:sample']) {
    execFileSync('npm', ['run', '--silent', script], { stdio: 'inherit' });
  }
}
