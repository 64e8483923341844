/** Returns the anchor that GitHub generates for a heading. The site uses the same, so that a link works on both. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
