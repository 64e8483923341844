/** Names of `createdAt` in version 0.1.0. */
const CREATED_AT = ['criadoEm', 'criadaEm', 'recebidoEm'];

type Fields = Readonly<Record<string, unknown>>;

/** Converts a record of an earlier version to the format of this version. */
export function migrateRecord(store: string, record: object): object {
  const migrated = renameCreatedAt(record as Fields);
  if (store !== 'lotes' || !Array.isArray(migrated.itens)) return migrated;
  return { ...migrated, itens: (migrated.itens as Fields[]).map(renameCreatedAt) };
}

function renameCreatedAt(fields: Fields): Fields {
  const old = CREATED_AT.find((name) => name in fields);
  if (old === undefined) return fields;
  const { [old]: createdAt, ...rest } = fields;
  return { ...rest, createdAt };
}
