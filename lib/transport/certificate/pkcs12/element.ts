import type * as NodeForge from 'node-forge';
import type { asn1 } from 'node-forge';

export type Forge = typeof NodeForge;

/** The bytes do not have the expected structure. */
export class StructureError extends Error {}

/** An element of DER or BER (X.690). */
export class Element {
  private constructor(
    private readonly forge: Forge,
    private readonly node: asn1.Asn1,
  ) {}

  /** Parses one element. Ignores bytes after it, because some exporters pad files. */
  static parse(forge: Forge, bytes: Buffer): Element {
    try {
      const buffer = forge.util.createBuffer(bytes.toString('latin1'));
      // @types/node-forge lacks the options.
      const options: unknown = { strict: true, parseAllBytes: false, decodeBitStrings: false };
      return new Element(forge, forge.asn1.fromDer(buffer, options as boolean));
    } catch (error) {
      throw new StructureError('not ASN.1', { cause: error });
    }
  }

  /** The elements of a constructed element. */
  get children(): Element[] {
    const { value } = this.node;
    if (!Array.isArray(value)) throw new StructureError('not a constructed element');
    return value.map((node) => new Element(this.forge, node));
  }

  /** Returns the element at a path of positions. */
  at(...path: number[]): Element {
    return path.reduce<Element>((element, position) => {
      const child = element.children[position];
      if (child === undefined) throw new StructureError('a missing element');
      return child;
    }, this);
  }

  /** The bytes of an octet string, which BER may split into parts. */
  get octets(): Buffer {
    const { value } = this.node;
    if (!Array.isArray(value)) return Buffer.from(value, 'latin1');
    return Buffer.concat(this.children.map(({ octets }) => octets));
  }

  /** A number, without its sign: the files have no negative ones. */
  get integer(): number {
    const { octets } = this;
    if (octets.length === 0) throw new StructureError('not an integer');
    return Number(`0x${octets.toString('hex')}`);
  }

  /** An object identifier in dotted form. */
  get oid(): string {
    const { asn1 } = this.forge;
    if (this.node.type !== asn1.Type.OID) throw new StructureError('not an object identifier');
    return asn1.derToOid(this.octets.toString('latin1'));
  }

  get isSequence(): boolean {
    return this.node.type === this.forge.asn1.Type.SEQUENCE;
  }

  get der(): Buffer {
    return Buffer.from(this.forge.asn1.toDer(this.node).getBytes(), 'latin1');
  }
}
