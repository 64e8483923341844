/**
 * One of the listed texts, or another one. The specification may add enumeration values without a
 * new version, so a response is never refused because of one. Editors suggest the listed texts.
 */
export type Open<Known extends string> = Known | (string & {});
