import type { Pix } from 'nestjs-pix';
import { withoutUndefined, type ChargeList } from '../simulator/index.js';
import { CommandError, type CommandContext } from './command.js';
import { renderJson } from './report.js';
import { RunningBank } from './running-bank.js';
import { escapeLine } from './terminal-text.js';

/** The options of `nestjs-pix pay`. */
export interface PayCommandOptions {
  readonly bank: string;
  readonly valor?: string;
  readonly force?: true;
  readonly json?: true;
}

/** The longest txid. Longer text is a Pix Copia e Cola. */
const TXID = 35;

/**
 * Pays as a payer at a simulated bank.
 *
 * @param charge txid or Pix Copia e Cola. Default: the latest charge that can be paid
 * @throws CommandError if there is none, or the bank refuses the payment
 */
export async function payCharge(
  charge: string | undefined,
  { bank: place, valor, force, json }: PayCommandOptions,
  { console, texts }: CommandContext,
): Promise<void> {
  const bank = await RunningBank.find(place, texts.bank);
  const target = charge ?? (await findLatest(bank, '&status=ATIVA&expired=false'))?.txid;
  if (target === undefined) throw new CommandError(texts.pay.none(await describeLatest(bank)), 2);
  const name = target.length > TXID ? 'brCode' : 'txid';
  const body = withoutUndefined({ [name]: target, valor, force });
  const pix = await bank.post<Pix>('/pix', body);
  const { valor: paid, txid = '', endToEndId } = pix;
  const shown = [paid, txid, endToEndId].map(escapeLine) as [string, string, string];
  console.out(json ? renderJson(pix) : texts.pay.paid(...shown));
}

async function findLatest(bank: RunningBank, filter = '') {
  const { charges } = await bank.get<ChargeList>(`/charges?limit=1${filter}`);
  return charges[0];
}

/** Some banks pay small charges by themselves, so that there is nothing left to pay. */
async function describeLatest(bank: RunningBank): Promise<string> {
  const { status = '', txid = '' } = (await findLatest(bank)) ?? {};
  return status === '' || status === 'ATIVA' ? '' : escapeLine(` (${txid}: ${status})`);
}
