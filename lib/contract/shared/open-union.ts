/**
 * One of the listed texts, or a new one: the specification may add elements to an enumeration
 * without a new version, so a response is never refused for one. Editors still offer the listed.
 */
export type Open<Known extends string> = Known | (string & {});
