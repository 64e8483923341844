/** @typedef {{ kind: string, id: string }} RecordAddress */

/**
 * Reads the address of the page: of a section, `#cobrancas`, or of a record in the drawer, `#/cob/{txid}`.
 *
 * @returns {{ section?: string, record?: RecordAddress }}
 */
export function readAddress() {
  const { hash } = location;
  const [, kind, id] = /^#\/(\w+)\/(\w+)$/.exec(hash) ?? [];
  return kind !== undefined && id !== undefined
    ? { record: { kind, id } }
    : { section: hash.slice(1) };
}

/**
 * Returns the address of a record.
 *
 * @param {string} kind
 * @param {string} id
 */
export function getAddress(kind, id) {
  return `#/${kind}/${id}`;
}

/** Returns a function that tells whether the address is still the present one, for answers that arrive later. */
export function keepAddress() {
  const { hash } = location;
  return () => location.hash === hash;
}
