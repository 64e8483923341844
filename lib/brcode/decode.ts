import {
  type BrCode,
  emv,
  NO_TXID,
  pixTemplate,
  REFERENCE_LABEL,
  readTlv,
  refuse,
  crc16,
  collectUnknownFields,
  isPixTemplate,
  NO_CATEGORY,
  ONE_USE,
  templateRange,
  type EmvFields,
} from './br-code.js';

/**
 * Decodes a copy-and-paste text to the fields that {@link encodeBrCode} accepts. Tolerates longer
 * values than the manual allows. Fields and arrangements that Pix does not use are in
 * `unknownFields`, and encoding writes them again.
 *
 * @throws ValidationError with field `brCode` on a wrong CRC, a malformed text, or a code that is
 * not a Pix code
 */
export function decodeBrCode(text: string): BrCode {
  const code = typeof text === 'string' ? text.trim() : '';
  checkCrc(code);
  const fields = readFields(code);
  checkConstants(fields);
  const [accountId, account] = findPixTemplate(fields, templateRange.account);
  const [recurrenceId, recurrence] = findPixTemplate(fields, templateRange.recurrence);
  const additional = readTlv(fields.get(emv.additionalData) ?? '');
  const txid = additional?.get(REFERENCE_LABEL);
  const target = decodeTarget(fields, account, recurrence);
  return {
    ...target,
    nome: fields.get(emv.merchantName) ?? '',
    cidade: fields.get(emv.merchantCity) ?? '',
    ...defined({
      valor: fields.get(emv.amount),
      txid: txid === NO_TXID ? undefined : txid,
      descricao: account?.get(pixTemplate.descricao),
      unknownFields: collectUnknownFields(
        fields,
        { used: [accountId, recurrenceId], account, additional, recurrence },
        {
          [emv.merchantCategory]: NO_CATEGORY,
          ...(target.location !== undefined && { [emv.pointOfInitiation]: ONE_USE }),
        },
      ),
    }),
  };
}

/** Decodes what the payer's app opens: a key, a location, a recurrence or a combination. */
function decodeTarget(
  fields: EmvFields,
  account: EmvFields | undefined,
  recurrence: EmvFields | undefined,
): Omit<BrCode, 'nome' | 'cidade'> {
  const chave = account?.get(pixTemplate.chave);
  const location = account?.get(pixTemplate.location);
  const recLocation = recurrence?.get(pixTemplate.location);
  if (chave === undefined && location === undefined && recLocation === undefined) {
    refuse('brCode', 'não é um código Pix: faltam a chave e o endereço');
  }
  const isReusable = location !== undefined && fields.get(emv.pointOfInitiation) !== ONE_USE;
  return defined({
    chave,
    fss: account?.get(pixTemplate.fss),
    location,
    reusable: isReusable ? true : undefined,
    recLocation,
  });
}

function checkCrc(code: string): void {
  const end = code.length - 4;
  if (!/6304[0-9a-f]{4}$/i.test(code))
    refuse('brCode', 'está incompleto: não termina com o CRC (campo 63)');
  if (crc16(code.slice(0, end)) !== code.slice(end).toUpperCase()) {
    refuse('brCode', 'tem CRC incorreto: foi alterado ou copiado pela metade');
  }
}

/**
 * Reads the fields. Lengths count characters, but some generators count bytes, which differs if a
 * name has an accent. A wrong count may still parse by chance; its ids are then out of order, which
 * no generator writes.
 */
function readFields(code: string): EmvFields {
  const fields = readTlv(code);
  if (fields !== undefined && isAscending([...fields.keys()])) return fields;
  return (
    readTlvOfBytes(code) ??
    fields ??
    refuse('brCode', 'está malformado: um campo não tem o comprimento que declara')
  );
}

function isAscending(ids: readonly string[]): boolean {
  // The CRC is last, after templates with higher ids.
  return ids.slice(0, -1).every((id, index) => id > (ids[index - 1] ?? ''));
}

function readTlvOfBytes(code: string): EmvFields | undefined {
  const fields = readTlv(Buffer.from(code, 'utf8').toString('latin1'));
  if (fields === undefined) return undefined;
  return new Map(
    [...fields].map(([id, value]) => [id, Buffer.from(value, 'latin1').toString('utf8')]),
  );
}

function checkConstants(fields: EmvFields): void {
  const constants = [
    [emv.payloadFormat, '01'],
    [emv.currency, '986'],
    [emv.country, 'BR'],
  ] as const;
  for (const [id, value] of constants) {
    if (fields.get(id)?.toUpperCase() !== value)
      refuse('brCode', `tem o campo ${id} diferente de ${value}`);
  }
}

/** Finds the first template in the range with the GUI of Pix. */
function findPixTemplate(
  fields: EmvFields,
  [from, to]: readonly [number, number],
): readonly [id: string, template: EmvFields | undefined] {
  for (let id = from; id <= to; id += 1) {
    const template = readTlv(fields.get(String(id)) ?? '');
    if (isPixTemplate(template)) return [String(id), template];
  }
  return ['', undefined];
}

function defined<T extends object>(record: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
