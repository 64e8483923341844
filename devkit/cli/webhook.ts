import type { PixWebhookOptions } from 'nestjs-pix';
import {
  buildVariableName,
  holdSecrets,
  maskTaxIds,
  pixVariables,
  pixWebhookVariables,
  readTexts,
  type Variables,
} from 'nestjs-pix/internal';
import type { AccountSelection } from './account.js';
import { CommandError, type CommandContext } from './command.js';
import { renderJson } from './report.js';
import { escapeLine } from './terminal-text.js';
import {
  buildNotificationUrl,
  findAddressProblem,
  hasSecret,
  listAddressSecrets,
  maskAddress,
  withSecret,
  type WebhookKind,
} from './webhook-address.js';
import { withAccount, type AccountClient } from './with-account.js';

/** The options of `nestjs-pix webhook register`. */
export interface RegisterOptions extends AccountSelection {
  /** `true` after --mtls, `false` after --no-mtls. */
  readonly mtls?: boolean;
}

/** The options of `nestjs-pix webhook list`. */
export interface WebhookListOptions extends AccountSelection {
  readonly json?: true;
}

interface Registered {
  readonly webhookUrl: string;
  readonly criacao?: string;
}

/** The operations on one registration. */
interface Registration {
  register(webhookUrl: string, options: PixWebhookOptions): Promise<unknown>;
  get(): Promise<Registered>;
  delete(): Promise<unknown>;
}

/** `rec` and `cobr` are no Pix keys. */
function resolveKind(target: string): WebhookKind {
  return target === 'rec' || target === 'cobr' ? target : 'pix';
}

function findRegistration(client: AccountClient, target: string): Registration {
  const kind = resolveKind(target);
  if (kind === 'pix') {
    return {
      register: (webhookUrl, options) => client.webhook.register(target, { webhookUrl }, options),
      get: () => client.webhook.get(target),
      delete: () => client.webhook.delete(target),
    };
  }
  const service = { rec: client.webhookRec, cobr: client.webhookCobR }[kind];
  return {
    register: (webhookUrl, options) => service.register({ webhookUrl }, options),
    get: () => service.get(),
    delete: () => service.delete(),
  };
}

/**
 * Registers an address and reads it back. A sandbox may return another one, which is a warning.
 *
 * @throws CommandError if the address is unsuitable, the bank refuses it, or in production returns another one
 */
export async function register(
  named: string | undefined,
  given: string | undefined,
  options: RegisterOptions,
  context: CommandContext,
): Promise<void> {
  await withAccount(options, context, async ({ client, variables }) => {
    const webhook = readTexts(variables, pixWebhookVariables, options.prefix);
    const target = named ?? readKey(variables, options);
    const kind = resolveKind(target);
    const { provider, environment } = readTexts(variables, pixVariables, options.prefix);
    const url = given ?? webhook.webhookUrl;
    const problem = url && findAddressProblem(url, kind, provider === 'simulator');
    if (problem) throw new CommandError((say) => `${problem(say)}.`);
    if (given !== undefined && hasSecret(given)) {
      const { webhookSecret, webhookUrl } = pixWebhookVariables;
      throw new CommandError((say) => say.hmacArgument(webhookSecret.name, webhookUrl.name));
    }
    const address = completeAddress(url, webhook.webhookSecret, options);
    // The outcome of the call may quote the address.
    holdSecrets(client, ...listAddressSecrets(address));
    const registration = findRegistration(client, target);
    await registration.register(address, { mtls: options.mtls ?? true });
    const { webhookUrl } = await registration.get();
    if (new URL(webhookUrl).href !== new URL(address).href) {
      if (environment === 'sandbox') {
        context.console.err(context.texts.webhook.register.unverified(maskAddress(webhookUrl)));
        return;
      }
      throw new CommandError((say) => say.otherAddress(maskAddress(webhookUrl)));
    }
    const shown = maskAddress(buildNotificationUrl(address, kind));
    context.console.out(context.texts.webhook.register.done(shown));
  });
}

function readKey(variables: Variables, { prefix }: AccountSelection): string {
  const { chave } = readTexts(variables, pixVariables, prefix);
  if (chave !== undefined) return chave;
  const name = buildVariableName(pixVariables.chave, prefix);
  throw new CommandError((say) => say.noKey(name));
}

function completeAddress(
  given: string | undefined,
  secret: string | undefined,
  { mtls }: RegisterOptions,
): string {
  if (given === undefined) {
    throw new CommandError((say) => say.noAddress(pixWebhookVariables.webhookUrl.name));
  }
  const address = withSecret(given, secret);
  if (hasSecret(address) || mtls === true) return address;
  throw new CommandError((say) => say.noHmac(pixWebhookVariables.webhookSecret.name));
}

interface Row {
  readonly target: string;
  readonly webhookUrl: string;
  readonly criacao?: string;
}

/**
 * Lists registered addresses. Queries are masked, because they contain secrets.
 *
 * @throws CommandError if the bank refuses it
 */
export async function list(
  target: string | undefined,
  options: WebhookListOptions,
  context: CommandContext,
): Promise<void> {
  await withAccount(options, context, async ({ client }) => {
    const rows: Row[] = [];
    const add = (name: string, { webhookUrl, criacao }: Registered): void => {
      const row = { target: maskTaxIds(name), webhookUrl: maskAddress(webhookUrl) };
      rows.push({ ...row, ...(criacao !== undefined && { criacao }) });
    };
    if (target === undefined) {
      for await (const webhook of client.webhook.iterate()) add(webhook.chave ?? '-', webhook);
    } else {
      add(target, await findRegistration(client, target).get());
    }
    context.console.out(options.json === true ? renderJson(rows) : toLines(rows, context));
  });
}

function toLines(rows: readonly Row[], { texts }: CommandContext): string {
  if (rows.length === 0) return texts.webhook.list.none;
  return rows
    .map(({ target, webhookUrl, criacao = '-' }) => [target, webhookUrl, criacao])
    .map((cells) => `${cells.map(escapeLine).join('\t')}\n`)
    .join('');
}

/**
 * Deletes a registration.
 *
 * @throws CommandError if the bank refuses it
 */
export async function remove(
  target: string,
  options: AccountSelection,
  context: CommandContext,
): Promise<void> {
  await withAccount(options, context, async ({ client }) => {
    await findRegistration(client, target).delete();
    context.console.out(context.texts.webhook.delete.done);
  });
}
