import type { Json } from '../../simulator/support/bare-client.js';
import type { Bank } from './bank.js';

/** Records by identifier. */
type Records = ReadonlyMap<string, Json>;

/** Everything that the bank holds, at one moment. */
export interface BankState {
  readonly cob: Records;
  readonly cobv: Records;
  readonly cobr: Records;
  readonly lotecobv: Records;
  readonly pix: Records;
  readonly webhook: Records;
  readonly rec: Records;
  readonly loc: Records;
  readonly locrec: Records;
  /** Records by the mark that their call wrote into a free text, for those whose identifier the bank chose. */
  readonly marked: ReadonlyMap<string, readonly Json[]>;
}

/** Where each kind of record is listed, and what identifies it. */
const LISTS = {
  cob: ['/cob', 'cobs', 'txid'],
  cobv: ['/cobv', 'cobs', 'txid'],
  cobr: ['/cobr', 'cobsr', 'txid'],
  lotecobv: ['/lotecobv', 'lotes', 'id'],
  pix: ['/pix', 'pix', 'endToEndId'],
  webhook: ['/webhook', 'webhooks', 'chave'],
  rec: ['/rec', 'recs', 'idRec'],
  loc: ['/loc', 'loc', 'id'],
  locrec: ['/locrec', 'loc', 'id'],
} as const satisfies Record<Exclude<keyof BankState, 'marked'>, readonly [string, string, string]>;

/** Reads all that the bank holds. Faults must have been removed. */
export async function readBankState(bank: Bank): Promise<BankState> {
  const kinds: [string, Records][] = [];
  for (const [kind, [path, items, id]] of Object.entries(LISTS)) {
    const records = await bank.list(path, items);
    kinds.push([kind, new Map(records.map((record) => [String(record[id]), record]))]);
  }
  const state = Object.fromEntries(kinds) as unknown as Omit<BankState, 'marked'>;
  return { ...state, marked: byMark(state) };
}

function byMark({ cob, cobr, rec }: Omit<BankState, 'marked'>): Map<string, Json[]> {
  const marked = new Map<string, Json[]>();
  const add = (mark: unknown, record: Json) => {
    if (typeof mark === 'string') marked.set(mark, [...(marked.get(mark) ?? []), record]);
  };
  for (const record of cob.values()) add(record.solicitacaoPagador, record);
  for (const record of cobr.values()) add(record.infoAdicional, record);
  for (const record of rec.values()) add(record.vinculo.objeto, record);
  return marked;
}
