import type * as NodeForge from 'node-forge';
import type { asn1 } from 'node-forge';

export type Forge = typeof NodeForge;
export type Asn1 = asn1.Asn1;

/** The bytes do not have the expected structure. */
export class StructureError extends Error {}

/** Parses one element of DER or BER. Ignores bytes after it, because some exporters pad files. */
export function parseAsn1(forge: Forge, bytes: Buffer): Asn1 {
  try {
    const buffer = forge.util.createBuffer(bytes.toString('latin1'));
    // @types/node-forge lacks the options.
    const options: unknown = { strict: true, parseAllBytes: false, decodeBitStrings: false };
    return forge.asn1.fromDer(buffer, options as boolean);
  } catch (error) {
    throw new StructureError('not ASN.1', { cause: error });
  }
}

export function toDer(forge: Forge, node: Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1');
}

/** Returns the elements of a constructed element. */
export function readChildren(node: Asn1 | undefined): Asn1[] {
  if (node && Array.isArray(node.value)) return node.value;
  throw new StructureError('not a constructed element');
}

/** Returns the bytes of an octet string, which BER may split into parts. */
export function readOctets(node: Asn1 | undefined): Buffer {
  if (!node) throw new StructureError('no octet string');
  if (Array.isArray(node.value)) return Buffer.concat(node.value.map(readOctets));
  return Buffer.from(node.value, 'latin1');
}

/** A number, without its sign: the files have no negative ones. */
export function readInteger(node: Asn1 | undefined): number {
  const bytes = readOctets(node);
  if (bytes.length === 0) throw new StructureError('not an integer');
  return Number(`0x${bytes.toString('hex')}`);
}

/** Returns an object identifier in dotted form. */
export function readOid(forge: Forge, node: Asn1 | undefined): string {
  if (node?.type !== forge.asn1.Type.OID) throw new StructureError('not an object identifier');
  return forge.asn1.derToOid(readOctets(node).toString('latin1'));
}
