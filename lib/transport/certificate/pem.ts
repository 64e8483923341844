/** One block of PEM text (RFC 7468); what stands between blocks is left out. */
export interface PemBlock {
  /** `CERTIFICATE`, `PRIVATE KEY`, … */
  readonly label: string;
  readonly text: string;
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;

/** The PEM blocks of a text, in order; empty when it has none. */
export function pemBlocks(bytes: Buffer): PemBlock[] {
  const text = bytes.toString('latin1');
  // One line with "\n" written out is how .env files carry PEM.
  const lines = /BEGIN [A-Z0-9 ]+-----\\n/.test(text) ? text.replaceAll('\\n', '\n') : text;
  return Array.from(lines.matchAll(BLOCK), ([block, name = '']) => ({
    label: name,
    text: `${block}\n`,
  }));
}
