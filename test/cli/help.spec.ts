import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/compile.js';
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
  ['pay'],
  ['trigger'],
  ['logs'],
  ['rehearse'],
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

describe('the README of the devkit', () => {
  it('lists the commands in the order of the help', async () => {
    const readme = readFileSync(join(ROOT, 'devkit/README.md'), 'utf8');
    const [, cell = ''] = /`npx nestjs-pix <command>` +\|(.+)\|/.exec(readme) ?? [];
    const [, listed = ''] = (await help([], { LANG: 'en_US' })).split('Commands:');
    const commands = [...listed.matchAll(/^ {2}([a-z][\w-]+)/gm)].map(([, name]) => name);
    expect([...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)).toEqual(
      commands.filter((name) => name !== 'help'),
    );
  });
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

  it.each([
    ['bench --help', "erro: comando desconhecido 'bench'\n"],
    ['webhook nope', "erro: comando desconhecido 'nope'\n"],
    ['qr --nome', "erro: falta o valor da opção '--nome <nome>'\n"],
    ['qr --nomes x', "erro: opção desconhecida '--nomes'\n(Você quis dizer --nome?)\n"],
    ['reconcile', "erro: falta a opção '--from <day>'\n"],
    ['qr a b', 'erro: argumentos demais: 2 em vez de 1'],
    [
      'logs --limit 0',
      "erro: a opção '--limit <count>' não aceita '0'. Deve ser um número inteiro de 1 a 200.\n",
    ],
    [
      'qr a --format gif',
      "erro: a opção '--format <format>' não aceita 'gif'. Os valores são terminal, svg, png.\n",
    ],
  ])('is that of the messages: %s', async (line, message) => {
    const environment = { LANG: 'pt_BR.UTF-8' };
    const { exitCode, out, err } = await runCommand(line.split(' '), { environment });
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toContain(message);
  });
});
