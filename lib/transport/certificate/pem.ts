/** One block of PEM text (RFC 7468); what stands between blocks is left out. */
export interface PemBlock {
  /** `CERTIFICATE`, `PRIVATE KEY`, … */
  readonly label: string;
  readonly text: string;
}

const BOUNDARY = /-----(BEGIN|END) ([A-Z0-9 ]{1,64})-----/g;

/** The PEM blocks of a text, in order; empty when it has none. */
export function pemBlocks(bytes: Buffer): PemBlock[] {
  const text = bytes.toString('latin1');
  // One line with "\n" written out is how .env files carry PEM.
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
