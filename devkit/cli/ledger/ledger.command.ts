import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  isGeneralPixError,
  isPixAPIException,
  isValueError,
  PixModule,
  pixOptionsFromEnv,
} from 'nestjs-pix';
import { DEFAULT_PREFIX, releaseSecrets } from 'nestjs-pix/internal';
import {
  getPixLedgerToken,
  pixChargeStates,
  PixLedgerModule,
  PostgresLedgerStore,
  type PixBooks,
  type PixChargeState,
  type PixLedger,
  type PixTaskDecision,
} from 'nestjs-pix/ledger';
import { addAccountOptions, loadVariables, type AccountSelection } from '../account.js';
import { CommandError, type CommandContext } from '../command.js';
import { escapeLine } from '../terminal-text.js';

const en = {
  description: 'Read and decide what the ledger of an application has',
  list: 'print tasks that wait for a person, and charges',
  state: 'only charges in this state',
  limit: 'how many charges',
  retry: 'let what failed be done again',
  resolve: 'carry out a decision about a task: refund, accept, assign, retry or dismiss',
  to: 'with assign: the charge, or the identifier of the record',
  by: 'who decides, for the history of the charge',
  books: "compare a period with the bank's lists, and import what the ledger lacks",
  from: 'first day (2026-11-01), or RFC 3339 instant',
  until: 'first day after the period, or RFC 3339 instant (without it: now)',
  name: "the name of the ledger's account",
  schema: 'schema of the tables',
  table: "beginning of the tables' names",
  after:
    '\nDATABASE_URL is the address of the application\'s PostgreSQL; the package pg must be installed. The variables of the account are read as well; only "books" calls the bank.\n\nExit codes: 0 done, 1 wrong options, 2 the books differ, 3 the bank or the database did not answer, or refused\n',
  tasks: (count: number) => `${count} tasks wait for a person.`,
  decided: (number: number, by?: string) => `Task ${number} is decided${by ? ` by ${by}` : ''}.`,
  period: 'period',
  differs: ['differs', 'ledger', 'bank'],
};

const pt: typeof en = {
  description: 'Lê e decide o que o razão de uma aplicação contém',
  list: 'mostra tarefas que esperam uma pessoa, e cobranças',
  state: 'só cobranças neste estado',
  limit: 'quantas cobranças',
  retry: 'repete o que falhou',
  resolve: 'executa a decisão sobre uma tarefa: refund, accept, assign, retry ou dismiss',
  to: 'com assign: a cobrança, ou o identificador do registro',
  by: 'quem decide, para o histórico da cobrança',
  books: 'compara um período com as listas do banco, e importa o que falta no razão',
  from: 'primeiro dia (2026-11-01), ou instante RFC 3339',
  until: 'primeiro dia depois do período, ou instante RFC 3339 (sem a opção: agora)',
  name: 'nome da conta do razão',
  schema: 'schema das tabelas',
  table: 'início dos nomes das tabelas',
  after:
    '\nDATABASE_URL é o endereço do PostgreSQL da aplicação; o pacote pg precisa estar instalado. As variáveis da conta também são lidas; só "books" chama o banco.\n\nCódigos de saída: 0 feito, 1 opções erradas, 2 o razão difere do banco, 3 o banco ou o banco de dados não respondeu, ou recusou\n',
  tasks: (count) => `${count} tarefas esperam uma pessoa.`,
  decided: (number, by) => `A tarefa ${number} está decidida${by ? ` por ${by}` : ''}.`,
  period: 'período',
  differs: ['difere', 'razão', 'banco'],
};

interface DecisionOptions extends LedgerOptions {
  readonly by?: string;
  readonly to?: string;
}

interface LedgerOptions extends AccountSelection {
  readonly name?: string;
  readonly schema?: string;
  readonly table: string;
  readonly json?: true;
}

/** Builds the command `nestjs-pix ledger`, which reads and decides what an application's ledger has. */
export function ledgerCommand(context: CommandContext): Command {
  const texts = context.language === 'pt' ? pt : en;
  const { console } = context;
  const group = new Command('ledger').description(texts.description);
  const add = (name: string, description: string) => {
    const command = group.command(name).description(description);
    return addAccountOptions(command, context)
      .option('--name <account>', texts.name)
      .option('--schema <schema>', texts.schema)
      .option('--table <prefix>', texts.table, 'pix_')
      .option('--json', context.texts.json)
      .addHelpText('after', texts.after);
  };
  const print: Print = (options, data, lines) =>
    console.out(options.json ? `${JSON.stringify(data, undefined, 2)}\n` : `${lines.join('\n')}\n`);

  add('list', texts.list)
    .addOption(new Option('--state <state>', texts.state).choices(pixChargeStates))
    .option('--limit <count>', texts.limit, whole, 20)
    .action((options: LedgerOptions & { state?: PixChargeState; limit: number }) =>
      withLedger(options, context, async (ledger) => {
        const { state, limit } = options;
        const tasks = await ledger.tasks();
        const { charges } = await ledger.list({ state, limit });
        print(options, { tasks, charges }, [
          texts.tasks(tasks.length),
          ...tasks.map(({ number, reason, charge, endToEndId, choices }) =>
            row(number, reason, charge ?? endToEndId, choices.join('|')),
          ),
          ...charges.map(({ id, kind, state: is, valor, createdAt }) =>
            row(createdAt.toISOString(), kind, is, valor, id),
          ),
        ]);
      }),
    );

  addDecisions(add, context, print);
  addBooks(add, context, print);
  return group;
}

type AddCommand = (name: string, description: string) => Command;
type Print = (options: LedgerOptions, data: object, lines: readonly string[]) => void;

function addDecisions(add: AddCommand, context: CommandContext, print: Print): void {
  const texts = context.language === 'pt' ? pt : en;
  const decide = (number: number, decision: PixTaskDecision, options: DecisionOptions) =>
    withLedger(options, context, async (ledger) => {
      const { by } = options;
      const task = await ledger.resolve(number, { ...decision, by });
      print(options, task, [escapeLine(texts.decided(number, by))]);
    });
  add('retry', texts.retry)
    .argument('<task>', '', whole)
    .option('--by <user>', texts.by)
    .action((number: number, options: DecisionOptions) =>
      decide(number, { choice: 'retry' }, options),
    );
  add('resolve', texts.resolve)
    .argument('<task>', '', whole)
    .argument('<decision>')
    .option('--to <id>', texts.to)
    .option('--by <user>', texts.by)
    .action((number: number, choice: string, options: DecisionOptions) =>
      decide(number, { choice, to: options.to } as PixTaskDecision, options),
    );
}

function addBooks(add: AddCommand, context: CommandContext, print: Print): void {
  const texts = context.language === 'pt' ? pt : en;
  add('books', texts.books)
    .requiredOption('--from <day>', texts.from)
    .option('--until <day>', texts.until)
    .action((options: LedgerOptions & { from: string; until?: string }) =>
      withLedger(options, context, async (ledger) => {
        const [inicio, fim] = [options.from, options.until ?? new Date().toISOString()].map(
          toInstant,
        );
        // Books of a ledger that does not exist would import all payments into it.
        const [{ charges }, { payments }] = await Promise.all([
          ledger.list({ limit: 1 }),
          ledger.payments({ limit: 1 }),
        ]);
        if (charges.length === 0 && payments.length === 0)
          throw new CommandError((say) => say.emptyLedger(ledger.account));
        const books = await ledger.books({ inicio: inicio ?? '', fim: fim ?? '' });
        print(options, books, toLines(books, texts));
        if (books.differences.length > 0) throw new CommandError('', DIFFERENCES);
      }),
    );
}

/** Exit code if the books and the bank differ. */
const DIFFERENCES = 2;
/** Exit code if the bank or the database does not answer. */
const FAILED = 3;
/** How long the database may take, in milliseconds. */
const LIMITS = { connectionTimeoutMillis: 10_000, query_timeout: 10_000 };
/** Errors without a code of a database that does not answer: of pg (time limits, a connection that was closed), and of the store. */
const SILENT = /time(d )?out|terminated|did not respond/i;
/** A code of PostgreSQL; those of Node.js, such as `EPIPE`, have no digit. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;
/** PostgreSQL's codes of a table, a function, a column and a schema that do not exist. */
const NO_TABLES: ReadonlySet<string> = new Set(['42P01', '42883', '42703', '3F000']);

const row = (...cells: readonly (string | number | undefined)[]) =>
  cells.map((cell) => escapeLine(String(cell ?? '-'))).join('  ');

/** A day begins at midnight in Brasília. */
const toInstant = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00-03:00` : text;

function toLines(
  { differences, inicio, fim, ...sums }: PixBooks,
  { period, differs: [differs, ours, theirs] }: typeof en,
): string[] {
  return [
    row(period, inicio.toISOString(), fim.toISOString()),
    ...Object.entries(sums).map(([name, valor]) => row(name.padEnd(14), valor)),
    ...differences.map(({ endToEndId, refundId, ledger, bank }) =>
      row(differs, endToEndId, refundId, ours, ledger, theirs, bank),
    ),
  ];
}

function whole(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

/**
 * Runs work with the ledger of an application, which does nothing in the background.
 *
 * @throws CommandError if the account, the database or the bank does not allow it
 */
async function withLedger(
  options: LedgerOptions,
  { environment }: CommandContext,
  work: (ledger: PixLedger) => Promise<void>,
): Promise<void> {
  const { name, schema, table } = options;
  // Another account's payments must not come into the ledger of `default`.
  if (options.prefix !== DEFAULT_PREFIX && name === undefined)
    throw new CommandError((say) => say.noLedgerName);
  Logger.overrideLogger(['error', 'fatal']);
  const owner = {};
  const variables = await loadVariables(options, environment, owner);
  const connectionString = variables.DATABASE_URL;
  if (!connectionString) throw new CommandError((say) => say.noDatabase);
  const { Pool } = await import('pg').catch(() => {
    throw new CommandError((say) => say.noPg);
  });
  const pool = new Pool({ connectionString, max: 2, ...LIMITS });
  pool.on('error', () => undefined);
  try {
    const store = new PostgresLedgerStore(pool, { schema, prefix: table });
    const account = pixOptionsFromEnv(variables, { prefix: options.prefix });
    @Module({
      imports: [
        PixModule.forRoot({ ...account, ...(name !== undefined && { name }) }),
        PixLedgerModule.forRoot({ store, work: false, receiver: false, name }),
      ],
    })
    class Ledger {}
    const app = await NestFactory.createApplicationContext(Ledger, {
      logger: ['fatal'],
      abortOnError: false,
    });
    try {
      await work(app.get(getPixLedgerToken(name), { strict: false }));
    } finally {
      await app.close();
    }
  } catch (error) {
    throw explain(error);
  } finally {
    await pool.end();
    releaseSecrets(owner);
  }
}

function explain(error: unknown): unknown {
  const { code: missing } = Object((error as Error).cause) as { code?: string };
  if (NO_TABLES.has(missing ?? '')) return new CommandError((say) => say.noTables);
  if (isPixAPIException(error)) return new CommandError(error.message, FAILED);
  if (isGeneralPixError(error) || isValueError(error)) return new CommandError(error.message);
  const silent = String(error).includes('unexpectedly') ? 'ECONNRESET' : 'ETIMEDOUT';
  const { code = SILENT.test(String(error)) ? silent : undefined } = error as { code?: unknown };
  if (typeof code !== 'string') return error;
  // Not the message of a database, which may contain values.
  const isAnswer = SQLSTATE.test(code);
  return new CommandError(
    (say) => (isAnswer ? say.databaseRefused(code) : say.databaseSilent(code)),
    FAILED,
  );
}
