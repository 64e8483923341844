/** Returns "1.234,5" or "1234.5" as decimal text, "1234.50". Other text stays as it is, and is refused by the server. */
export function toAmount(text: string): string {
  const typed = text.trim();
  const brazilian = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(typed);
  const [, whole, cents = ''] = brazilian ?? /^(\d+)\.(\d{1,2})$/.exec(typed) ?? [];
  return whole === undefined ? typed : `${whole.replaceAll('.', '')}.${cents.padEnd(2, '0')}`;
}
