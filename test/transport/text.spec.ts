import { describe, expect, it } from '@jest/globals';
import { contentOfText, isFileName } from '../../lib/transport/certificate/source.js';

/** A DER sequence with the given length bytes, followed by `padding` extra bytes. */
const der = (length: readonly number[], size: number, padding = 0) =>
  Buffer.concat([Buffer.from([0x30, ...length]), Buffer.alloc(size + padding, 7)]);

const isRead = (bytes: Buffer) => contentOfText(bytes.toString('base64'))?.equals(bytes) ?? false;

describe('contentOfText with base64 of DER', () => {
  it.each<[string, Buffer]>([
    ['30 bytes, the minimum', der([28], 28)],
    ['a length of one byte', der([0x7f], 0x7f)],
    ['a length of 1 more byte', der([0x81, 0x80], 0x80)],
    ['a length of 2 more bytes', der([0x82, 0x01, 0x00], 0x100)],
    ['a length of 4 more bytes', der([0x84, 0, 0, 0x01, 0x00], 0x100)],
    ['an indefinite length before a version', Buffer.concat([der([0x80, 0x02], 28)])],
    ['64 bytes after its end', der([28], 28, 64)],
    ['64 bytes after the end of a longer sequence', der([0x82, 0x01, 0x00], 0x100, 64)],
  ])('decodes %s', (_case, bytes) => {
    expect(isRead(bytes)).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['that is truncated', der([29], 28)],
    ['with more than 64 bytes after its end', der([28], 28, 65)],
    ['with an indefinite length before anything else', der([0x80, 0x03], 28)],
    ['with a length of 5 more bytes', der([0x85, 0, 0, 0, 0x01, 0x00], 0x100)],
    ['of another type', Buffer.concat([Buffer.from([0x31, 28]), Buffer.alloc(28)])],
  ])('returns undefined for content %s', (_case, bytes) => {
    expect(isRead(bytes)).toBe(false);
  });

  it('returns undefined for less than 40 characters', () => {
    expect(contentOfText(der([27], 27).toString('base64url'))).toBeUndefined();
  });

  it('returns undefined for base64 between other characters', () => {
    const text = der([28], 28).toString('base64');
    expect(contentOfText(`!${text}`)).toBeUndefined();
    expect(contentOfText(`${text}!`)).toBeUndefined();
    expect(contentOfText(`${text}\\n\\r \n`)).toEqual(der([28], 28));
  });
});

describe('isFileName', () => {
  const buildPathOfLength = (length: number) => './'.repeat(length).slice(0, length);

  it.each<[string, string]>([
    ['1024 characters', buildPathOfLength(1024)],
    ['40 characters of base64 in a row', `./${'a'.repeat(40)}`],
    ['64 characters of base64 and spaces', 'a b/'.repeat(16)],
    ['a character outside the base64 alphabet at the end', `${'a b/'.repeat(20)}.`],
    ['an extension and no separator', 'a.pem'],
    ['a separator and no extension', 'a/b'],
    ['a drive', 'C:\\a'],
    ['12 changes of the kind of character', `./${'aA'.repeat(6)}a`],
    ['12 changes in 40 characters', `./${`${'aA'.repeat(6)}a${'a'.repeat(27)}/`.repeat(3)}.`],
    ['a character outside the base64 alphabet at the start', `.${'a b/'.repeat(20)}`],
  ])('accepts %s', (_case, text) => {
    expect(isFileName(text)).toBe(true);
  });

  it.each<[string, string]>([
    ['1025 characters', buildPathOfLength(1025)],
    ['a line break', './a\nb'],
    ['neither a separator nor an extension', 'hunter2'],
    ['another extension', 'hunter2.passphrase'],
    ['a colon', './a:b'],
    ['a drive without a separator', 'C:a.pem'],
    ['a quote', './"a"'],
    ['eight pairs of hexadecimal digits', './30.81.87.02.01.00.30.13.x'],
    ['13 changes of the kind of character', `./${'aA'.repeat(7)}`],
    ['41 characters of base64 in a row', `./${'a'.repeat(41)}`],
    ['only 65 characters of base64 and spaces', `${'a b/'.repeat(16)}a`],
  ])('refuses %s', (_case, text) => {
    expect(isFileName(text)).toBe(false);
  });
});
