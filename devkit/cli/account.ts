import { parseEnv } from 'node:util';
import { InvalidArgumentError, type Command } from 'commander';
import {
  buildVariableName,
  DEFAULT_PREFIX,
  findProxySecrets,
  holdSecrets,
  pixClientVariables,
  pixVariables,
  pixWebhookVariables,
  type PixVariable,
  type Variables,
} from 'nestjs-pix/internal';
import { readOptionFile, toShellWord, type CommandContext } from './command.js';
import type { AccountNames } from './texts/doctor.en.js';
import { meanings } from './texts/variables.pt.js';
import { listAddressSecrets } from './webhook-address.js';

/** The options that select an account. */
export interface AccountSelection {
  /** File with variables. */
  readonly env?: string;
  readonly prefix: string;
}

/** Adds the options that select an account, and the table of the variables. */
export function addAccountOptions(command: Command, context: CommandContext): Command {
  const { account } = context.texts;
  const variables = { ...pixVariables, ...pixClientVariables };
  return command
    .option('--env <file>', account.env)
    .option('--prefix <prefix>', account.prefix, parsePrefix, DEFAULT_PREFIX)
    .addHelpText(
      'after',
      describeVariables(variables, context) + describeVariables(pixWebhookVariables, context, ''),
    );
}

/** Lists variables for a help text. */
export function describeVariables(
  table: Readonly<Partial<Record<keyof AccountNames['v'], PixVariable>>>,
  { language, texts }: CommandContext,
  title = texts.account.variables,
): string {
  const lines = Object.entries(table).map(([field, { name, variable }]) => {
    const text = language === 'pt' ? meanings[field as keyof typeof table] : variable;
    return `  ${name.padEnd(20)} ${text}\n`;
  });
  return title + lines.join('');
}

function parsePrefix(text: string): string {
  if (/^[A-Z][A-Z\d_]*_$/.test(text)) return text;
  throw new InvalidArgumentError('It must be capital letters that end in "_", such as PIX_LOJA_.');
}

export function nameAccount({ env, prefix }: AccountSelection): AccountNames {
  const table = { ...pixVariables, ...pixClientVariables, ...pixWebhookVariables };
  const names = Object.entries(table).map(([field, row]) => [
    field,
    buildVariableName(row, prefix),
  ]);
  const file = env === undefined ? '' : ` --env ${toShellWord(env)}`;
  const account = prefix === DEFAULT_PREFIX ? '' : ` --prefix ${prefix}`;
  return {
    v: Object.fromEntries(names) as AccountNames['v'],
    run: (command) => `npx nestjs-pix ${command}${file}${account}`,
    probe: account === '' ? `\nnpx nestjs-pix probe --read-only${file}` : '',
  };
}

/** Adds the variable of each option that has one: `baseUrl (PIX_BASE_URL) and tokenUrls`. */
export function addVariables(options: string, v: AccountNames['v']): string {
  return options.replace(/(\w+)(: \w+)?/g, (option, field: string, value?: string) => {
    const [, name] = Object.entries(v).find(([key]) => key === field) ?? [];
    return name === undefined ? option : `${option} (${name}${value?.replace(': ', '=') ?? ''})`;
  });
}

/** Variables with an address, which reports show without the secrets in it. */
const SECRETS_IN_ADDRESS: Readonly<Record<string, (address: string) => readonly string[]>> = {
  [pixWebhookVariables.webhookUrl.name]: listAddressSecrets,
  [pixVariables.proxy.name]: findProxySecrets,
};

/**
 * Reads the variables from a file, or from the environment without one. Variables of the file replace those of the
 * environment, so that a forgotten one cannot select another account.
 *
 * @param owner keeps the secrets masked as long as it exists
 * @throws CommandError if the file cannot be read
 */
export async function loadVariables(
  { env: file, prefix }: AccountSelection,
  environment: Variables,
  owner: object,
): Promise<Variables> {
  const variables =
    file === undefined
      ? environment
      : { ...environment, ...parseEnv(await readOptionFile('--env', file)) };
  const tables = [pixVariables, pixClientVariables, pixWebhookVariables];
  const all = tables.flatMap((table) => Object.values<PixVariable>(table));
  const secrets = all.filter(({ secret }) => secret);
  holdSecrets(
    owner,
    ...secrets.flatMap((variable) => {
      const text = variables[buildVariableName(variable, prefix)]?.trim();
      const listSecrets = SECRETS_IN_ADDRESS[variable.name];
      return listSecrets && text !== undefined ? listSecrets(text) : text;
    }),
  );
  return variables;
}
