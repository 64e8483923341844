/** A block of code in a Markdown text. */
export interface CodeBlock {
  readonly language: string;
  /** Line of its first line of code, from 1. */
  readonly line: number;
  readonly code: string;
}

const BLOCK = /^```(\w+)[^\n]*\n(.*?)^```$/gms;

/** Returns the fenced code blocks of a Markdown text. */
export function findCodeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(BLOCK)].map(({ index, 1: language = '', 2: code = '' }) => ({
    language,
    line: markdown.slice(0, index).split('\n').length + 1,
    code,
  }));
}
