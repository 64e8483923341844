import { describe, expect, it } from '@jest/globals';
import { contentOfText, isFileName } from '../../lib/transport/certificate/text.js';

/** A sequence of DER with its length as given, and bytes after it. */
const der = (length: readonly number[], size: number, padding = 0) =>
  Buffer.concat([Buffer.from([0x30, ...length]), Buffer.alloc(size + padding, 7)]);

const isRead = (bytes: Buffer) => contentOfText(bytes.toString('base64'))?.equals(bytes) ?? false;

describe('base64 of DER', () => {
  it.each<[string, Buffer]>([
    ['30 bytes, the shortest', der([28], 28)],
    ['a length of one byte', der([0x7f], 0x7f)],
    ['a length of 1 more byte', der([0x81, 0x80], 0x80)],
    ['a length of 2 more bytes', der([0x82, 0x01, 0x00], 0x100)],
    ['a length of 4 more bytes', der([0x84, 0, 0, 0x01, 0x00], 0x100)],
    ['an open length before a version', Buffer.concat([der([0x80, 0x02], 28)])],
    ['64 bytes after its end', der([28], 28, 64)],
    ['64 bytes after the end of a longer one', der([0x82, 0x01, 0x00], 0x100, 64)],
  ])('is read with %s', (_what, bytes) => {
    expect(isRead(bytes)).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['of a shorter file', der([29], 28)],
    ['with more than 64 bytes after its end', der([28], 28, 65)],
    ['with an open length before anything else', der([0x80, 0x03], 28)],
    ['with a length of 5 more bytes', der([0x85, 0, 0, 0, 0x01, 0x00], 0x100)],
    ['of another type', Buffer.concat([Buffer.from([0x31, 28]), Buffer.alloc(28)])],
  ])('is not read %s', (_what, bytes) => {
    expect(isRead(bytes)).toBe(false);
  });

  it('is not read with less than 40 characters', () => {
    expect(contentOfText(der([27], 27).toString('base64url'))).toBeUndefined();
  });

  it('is not read between other signs', () => {
    const text = der([28], 28).toString('base64');
    expect(contentOfText(`!${text}`)).toBeUndefined();
    expect(contentOfText(`${text}!`)).toBeUndefined();
    expect(contentOfText(`${text}\\n\\r \n`)).toEqual(der([28], 28));
  });
});

describe('the name of a file', () => {
  const words = (length: number) => './'.repeat(length).slice(0, length);

  it.each<[string, string]>([
    ['1024 characters', words(1024)],
    ['40 characters of base64 in a row', `./${'a'.repeat(40)}`],
    ['64 characters of base64 and spaces', 'a b/'.repeat(16)],
    ['a sign of another alphabet in it', `${'a b/'.repeat(20)}.`],
    ['a sign of another alphabet before it', `.${'a b/'.repeat(20)}`],
  ])('may have %s', (_what, text) => {
    expect(isFileName(text)).toBe(true);
  });

  it.each<[string, string]>([
    ['1025 characters', words(1025)],
    ['a line break', './a\nb'],
    ['41 characters of base64 in a row', `./${'a'.repeat(41)}`],
    ['nothing but 65 characters of base64 and spaces', `${'a b/'.repeat(16)}a`],
  ])('has no %s', (_what, text) => {
    expect(isFileName(text)).toBe(false);
  });
});
