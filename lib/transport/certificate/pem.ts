/** A block of PEM text (RFC 7468), without the text between blocks. */
export interface PemBlock {
  /** `CERTIFICATE`, `PRIVATE KEY`, … */
  readonly label: string;
  readonly text: string;
}

const BOUNDARY = /-----(BEGIN|END) ([A-Z0-9 ]{1,64})-----/g;

/** Returns the PEM blocks of a text, in order; empty if there are none. */
export function pemBlocks(bytes: Buffer): PemBlock[] {
  const text = bytes.toString('latin1');
  // .env files contain PEM as one line with a written "\n".
  const lines = /BEGIN [A-Z0-9 ]{1,64}-----\\n/.test(text) ? text.replaceAll('\\n', '\n') : text;
  const blocks: PemBlock[] = [];
  let open: { label: string; index: number } | undefined;
  for (const { 0: line, 1: kind, 2: label = '', index } of lines.matchAll(BOUNDARY)) {
    if (kind === 'BEGIN') open = { label, index };
    else if (open?.label === label) {
      blocks.push({ label, text: `${lines.slice(open.index, index + line.length)}\n` });
      open = undefined;
    }
  }
  return blocks;
}
