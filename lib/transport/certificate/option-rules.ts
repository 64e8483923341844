import {
  choose,
  listOf,
  must,
  objectOf,
  text,
  type OptionRule,
  type ReportProblem,
} from '../../options/index.js';
import type { PixCertificateOptions } from './options.js';
import { isReadable } from './source.js';

function isContent(value: unknown): boolean {
  return typeof value === 'string' || ArrayBuffer.isView(value);
}

const content = must('a path, PEM or base64 text, or a Buffer', isContent);

const members = objectOf<PixCertificateOptions>(
  {
    cert: content,
    key: content,
    pfx: must(
      'a path, base64 text, a Buffer or a stream',
      (value) => isContent(value) || isReadable(value),
    ),
    passphrase: text,
  },
  '{ cert, key } or { pfx, passphrase }',
);

/** Checks the type of the option `certificate`. */
export const certificateRule: OptionRule = (value, name, report) => {
  if (!members(value, name, report)) return false;
  checkForms(value as Record<string, unknown>, name, report);
  return true;
};

function checkForms(
  { pfx, cert, key }: Record<string, unknown>,
  name: string,
  report: ReportProblem,
): void {
  if (pfx !== undefined && (cert !== undefined || key !== undefined)) {
    report(`${name} requires either pfx, or cert and key`);
  }
}

const authorities = listOf('a list of certificates', content);

/** Checks the type of the option `ca`: authorities, at least one. */
export const caRule: OptionRule = choose(
  Array.isArray,
  (value, name, report) => {
    if ((value as readonly unknown[]).length > 0) return authorities(value, name, report);
    report(`${name} contains no certificate: omit it to trust the authorities of Node.js`);
    return false;
  },
  must('a path, PEM or base64 text, a Buffer, or a list of these', isContent),
);
