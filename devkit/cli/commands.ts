// The commands without subcommands that need no code to read their options. Their work is loaded when they run.

import { Command, Option } from 'commander';
import { addAccountOptions } from './account.js';
import type { CobVCommandOptions } from './cobv.js';
import { bankOption, parseCount, type CommandContext } from './command.js';
import type { ConvertCommandOptions } from './convert.js';
import type { InitCommandOptions } from './init.js';
import type { LogsCommandOptions } from './logs.js';
import type { PayCommandOptions } from './pay.js';
import type { QrCommandOptions } from './qr.js';
import type { ReconcileCommandOptions } from './reconcile.js';
import type { TriggerCommandOptions } from './trigger.js';

/** Builds the command `nestjs-pix init`, which adds Pix to a Nest application. */
export function initCommand(context: CommandContext): Command {
  const texts = context.texts.init;
  return new Command('init')
    .description(texts.description)
    .option('--folder <folder>', texts.folder, 'src/pix')
    .option('--force', texts.force)
    .addHelpText('after', texts.after)
    .action(async (options: InitCommandOptions) =>
      (await import('./init.js')).init(options, context),
    );
}

/** Builds the command `nestjs-pix qr`, which draws and decodes BR Codes. */
export function qrCommand(context: CommandContext): Command {
  const texts = context.texts.qr;
  return new Command('qr')
    .description(texts.description)
    .argument('[text]', texts.text)
    .option('--chave <chave>', texts.chave)
    .option('--location <location>', texts.location)
    .option('--valor <valor>', texts.valor)
    .option('--nome <nome>', texts.nome)
    .option('--cidade <cidade>', texts.cidade)
    .option('--txid <txid>', texts.txid)
    .option('--descricao <texto>', texts.descricao)
    .addOption(new Option('--format <format>', texts.format).choices(['terminal', 'svg', 'png']))
    .option('-o, --out <file>', texts.out)
    .option('--force', texts.force)
    .option('--text', texts.onlyText)
    .option('--decode', texts.decode)
    .option('--json', texts.json)
    .action(async (text: string | undefined, options: QrCommandOptions) =>
      (await import('./qr.js')).draw(text, options, context),
    );
}

/** Builds the command `nestjs-pix cobv`, which prints what a due-date charge is worth on each day. */
export function cobvCommand(context: CommandContext): Command {
  const { description, file, after, options, explain, json } = context.texts.cobv;
  const command = new Command('cobv').description(description).argument('[file]', file);
  for (const [name, text] of Object.entries(options)) command.option(`--${name} <value>`, text);
  return command
    .option('--explain', explain)
    .option('--json', json)
    .addHelpText('after', after)
    .action(async (path: string | undefined, given: CobVCommandOptions) =>
      (await import('./cobv.js')).showCobV(path, given, context),
    );
}

/** Builds the command `nestjs-pix convert-p12`, which converts certificates between PKCS#12 and PEM. */
export function convertCommand(context: CommandContext): Command {
  const texts = context.texts.convert;
  return new Command('convert-p12')
    .description(texts.description)
    .argument('[file]', texts.file)
    .option('--cert <file>', texts.cert)
    .option('--key <file>', texts.key)
    .option('-o, --out <file>', texts.out)
    .option('--force', texts.force)
    .addHelpText('after', texts.after)
    .action(async (file: string | undefined, options: ConvertCommandOptions) =>
      (await import('./convert.js')).convert(file, options, context),
    );
}

/** Builds the command `nestjs-pix reconcile`, which compares received Pix with orders. */
export function reconcileCommand(context: CommandContext): Command {
  const texts = context.texts.reconcile;
  const command = new Command('reconcile')
    .description(texts.description)
    .requiredOption('--from <day>', texts.from)
    .option('--to <day>', texts.to)
    .option('--orders <file>', texts.orders)
    .option('--json', context.texts.json);
  return addAccountOptions(command, context)
    .addHelpText('after', texts.after)
    .action(async (options: ReconcileCommandOptions) =>
      (await import('./reconcile.js')).reconcile(options, context),
    );
}

/** Builds the command `nestjs-pix pay`, which pays a charge at a simulated bank. */
export function payCommand(context: CommandContext): Command {
  const { pay } = context.texts;
  return new Command('pay')
    .description(pay.description)
    .argument('[charge]', pay.charge)
    .addOption(bankOption(context))
    .option('--valor <amount>', pay.valor)
    .option('--force', pay.force)
    .option('--json', pay.json)
    .action(async (charge: string | undefined, options: PayCommandOptions) =>
      (await import('./pay.js')).payCharge(charge, options, context),
    );
}

/** Builds the command `nestjs-pix trigger`, which runs a scenario at a simulated bank. */
export function triggerCommand(context: CommandContext): Command {
  const { trigger } = context.texts;
  return new Command('trigger')
    .description(trigger.description)
    .argument('[scenario]', trigger.scenario)
    .addOption(bankOption(context))
    .option('--json', context.texts.json)
    .action(async (scenario: string | undefined, options: TriggerCommandOptions) =>
      (await import('./trigger.js')).runScenario(scenario, options, context),
    );
}

/** Builds the command `nestjs-pix logs`, which prints what a simulated bank has logged. */
export function logsCommand(context: CommandContext): Command {
  const { logs, log } = context.texts;
  return new Command('logs')
    .description(logs.description)
    .addOption(bankOption(context))
    .option('--limit <count>', logs.limit, parseCount, 20)
    .option('-f, --follow', logs.follow)
    .addOption(new Option('--log <format>', log.option).choices(['text', 'json']).default('text'))
    .action(async (options: LogsCommandOptions) =>
      (await import('./logs.js')).printLogs(options, context),
    );
}
