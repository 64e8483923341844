import { describe, expect, it } from '@jest/globals';
import { runCommand } from './support/run-command.js';

const commands = [
  [],
  ['init'],
  ['doctor'],
  ['qr'],
  ['cobv'],
  ['convert-p12'],
  ['webhook'],
  ['webhook', 'register'],
  ['webhook', 'list'],
  ['webhook', 'delete'],
  ['reconcile'],
  ['simulator'],
  ['probe'],
];

async function help(command: readonly string[], environment: Record<string, string>) {
  const { exitCode, out, err } = await runCommand([...command, '--help'], { environment });
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  return out;
}

describe.each(['pt', 'en'])('the help in %s', (language) => {
  it.each(commands.map((command) => [command.join(' '), command] as const))(
    'of nestjs-pix %s',
    async (_, command) => {
      expect(await help(command, { LANG: `${language}_XX.UTF-8` })).toMatchSnapshot();
    },
  );
});

describe('the language', () => {
  it.each<[Record<string, string>, string]>([
    [{ LANG: 'pt_BR.UTF-8' }, 'Uso:'],
    [{ LANG: 'pt_PT' }, 'Uso:'],
    [{ LANG: 'en_US.UTF-8' }, 'Usage:'],
    [{ LANG: 'de_DE.UTF-8' }, 'Usage:'],
    [{}, 'Usage:'],
    [{ LC_ALL: 'pt_BR', LANG: 'en_US' }, 'Uso:'],
    [{ LC_ALL: '', LANG: 'pt_BR' }, 'Uso:'],
  ])('of %j', async (environment, title) => {
    expect(await help([], environment)).toContain(title);
  });

  it.each([['--lang', 'pt'], ['--lang=pt'], ['doctor', '--lang', 'pt']])(
    'can be chosen: %s %s %s',
    async (...args) => {
      expect(await help(args.filter(Boolean), { LANG: 'en_US' })).toContain('Uso:');
    },
  );

  it('refuses another one', async () => {
    const { exitCode, err } = await runCommand(['qr', '--lang', 'es']);
    expect(exitCode).toBe(1);
    expect(err).toContain("'--lang <language>' argument 'es' is invalid");
  });
});
