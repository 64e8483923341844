type Fields = Readonly<Record<string, unknown>>;

/** Fields that have another name since version 0.1.0, by their name in that version. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['criadoEm', 'createdAt'],
  ['criadaEm', 'createdAt'],
  ['recebidoEm', 'createdAt'],
  ['semSaldo', 'lacksFunds'],
  ['passoEm', 'nextStepAt'],
  ['processaEm', 'processAt'],
  ['buscas', 'fundsChecks'],
  ['solicitadaEm', 'requestedAt'],
  ['terminaEm', 'endsAt'],
  ['liquidadaEm', 'settledAt'],
]);

/** Stores with a list of nested objects that have renamed fields, and the field of that list. */
const LISTS: Readonly<Record<string, string>> = {
  lotes: 'itens',
  cobrs: 'tentativas',
  pix: 'devolucoes',
};

/** Converts a record of an earlier version to the format of this version. */
export function migrateRecord(store: string, record: object): object {
  const migrated = renameFields(record as Fields);
  const list = LISTS[store];
  if (list === undefined || !Array.isArray(migrated[list])) return migrated;
  return { ...migrated, [list]: (migrated[list] as Fields[]).map(renameFields) };
}

function renameFields(fields: Fields): Fields {
  const entries = Object.entries(fields);
  if (!entries.some(([name]) => RENAMED.has(name))) return fields;
  return Object.fromEntries(entries.map(([name, value]) => [RENAMED.get(name) ?? name, value]));
}
