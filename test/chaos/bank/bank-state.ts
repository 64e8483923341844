import type { Json } from '../../simulator/support/bare-client.js';
import type { Bank } from './bank.js';

/** Records by identifier. */
type Records = ReadonlyMap<string, Json>;

/** All records of the bank at one instant. */
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
  /** Records by the mark that their call wrote into a free text, for identifiers that the bank generates. */
  readonly marked: ReadonlyMap<string, readonly Json[]>;
}

/** The list and the identifier of each kind of record. */
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

/** Reads all records of the bank. Faults must have been removed. */
export async function readBankState(bank: Bank): Promise<BankState> {
  const kinds: [string, Records][] = [];
  for (const [kind, [path, items, id]] of Object.entries(LISTS)) {
    const records = await bank.list(path, items);
    kinds.push([kind, new Map(records.map((record) => [String(record[id]), record]))]);
  }
  const state = Object.fromEntries(kinds) as unknown as Omit<BankState, 'marked'>;
  return { ...state, marked: groupByMark(state) };
}

function groupByMark({ cob, cobr, rec }: Omit<BankState, 'marked'>): Map<string, Json[]> {
  const marked = new Map<string, Json[]>();
  const add = (mark: unknown, record: Json) => {
    if (typeof mark === 'string') marked.set(mark, [...(marked.get(mark) ?? []), record]);
  };
  for (const record of cob.values()) add(record.solicitacaoPagador, record);
  for (const record of cobr.values()) add(record.infoAdicional, record);
  for (const record of rec.values()) add(record.vinculo.objeto, record);
  return marked;
}
