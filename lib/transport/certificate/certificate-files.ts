import { stat } from 'node:fs/promises';
import type { PixCaOptions, PixCertificateOptions } from './options.js';
import { contentOfText } from './text.js';

/** The options that may name files. */
export interface CertificateSources {
  readonly certificate?: PixCertificateOptions | undefined;
  readonly ca?: PixCaOptions | undefined;
}

/** Lists the files that the options name; values that contain the content itself are none. */
export function listCertificateFiles({ certificate, ca }: CertificateSources): string[] {
  const { cert, key, pfx } = (certificate ?? {}) as Readonly<Record<string, unknown>>;
  const values = [cert, key, pfx, ca].flat();
  return values.filter(
    (value): value is string =>
      typeof value === 'string' && value !== '' && contentOfText(value) === undefined,
  );
}

/**
 * Returns a text that changes when one of the files changes, is replaced (also behind a symbolic
 * link, as Kubernetes does) or appears.
 */
export async function readFileVersions(files: readonly string[]): Promise<string> {
  const versions = await Promise.all(files.map(readVersion));
  return versions.join('\n');
}

async function readVersion(file: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
