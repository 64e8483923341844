import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { toAnchor } from '../../docs/.vitepress/to-anchor.js';
import { ROOT } from '../support/compile.js';

/** Texts of the repository by their paths from its folder. */
export type Texts = ReadonlyMap<string, string>;

/** A citation of a Markdown file: `docs/interface.md#states`, `docs/decisions.md D7`. */
interface Citation {
  readonly text: string;
  readonly file: string;
  readonly anchor: string | undefined;
  readonly decision: string | undefined;
}

const generated = readFileSync(join(ROOT, '.gitignore'), 'utf8').trim().split('\n');
const IGNORED = new Set(['.git', ...generated.map((path) => path.replace(/\/$/, ''))]);
const TEXTS = /\.(ts|js|md|html|yml)$|^(run|LICENSE)$/;

/** Reads the texts that are checked for citations and that they can cite. */
export async function readTexts(folder: string = ROOT): Promise<Texts> {
  const entries = await readdir(folder, { withFileTypes: true });
  const texts = entries
    .filter(({ name }) => !IGNORED.has(name) && !IGNORED.has(relative(ROOT, join(folder, name))))
    .map(async (entry): Promise<[string, string][]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return [...(await readTexts(path))];
      return TEXTS.test(entry.name) ? [[relative(ROOT, path), await readFile(path, 'utf8')]] : [];
    });
  return new Map((await Promise.all(texts)).flat());
}

/** Returns citations whose file, folder, heading or decision does not exist, as `path: citation`. */
export function findBrokenCitations(texts: Texts): string[] {
  return [...texts].flatMap(([path, text]) => {
    const broken = findCitations(path, text)
      .filter((citation) => !resolves(citation, path, texts))
      .map((citation) => citation.text);
    const missing = path.endsWith('.md') ? findMissingPaths(text) : [];
    return [...broken, ...missing].map((citation) => `${path}: ${citation}`);
  });
}

/** Returns paths from the folder of the repository that do not exist, except those of `.gitignore`. */
function findMissingPaths(text: string): string[] {
  const paths = text.matchAll(/`((?:lib|devkit|test|sample-app|examples|bundle|docs)\/[\w./-]+)`/g);
  return [...paths]
    .map(([, path = '']) => path)
    .filter((path) => !generated.some((name) => `/${path}`.endsWith(`/${name}`)))
    .filter((path) => !existsSync(join(ROOT, path)));
}

function findCitations(path: string, text: string): Citation[] {
  return path.endsWith('.md')
    ? [...findNames(text), ...findLinks(path, text), ...findNumbers(path, text)]
    : findNames(text);
}

/** Returns names of Markdown files in a text. Ignores `forge.md.sha1` and the text of links. */
function findNames(text: string): Citation[] {
  const name =
    /(?<![\w./%-])(?!\.\w+\.md)([\w./-]*\w\.md)\b(?![.\w]\w|\]?\()(?:#([\p{L}\p{N}_-]+)| (D\d+)\b)?/gu;
  // test/docs/links.spec.ts checks addresses.
  return [...text.replace(/https?:\/\/[^\s)>]+/g, '').matchAll(name)].map(
    ([whole, file = '', anchor, decision]) => ({
      text: whole,
      file,
      anchor,
      decision,
    }),
  );
}

/** Returns links of a Markdown text to its own headings. */
function findLinks(path: string, text: string): Citation[] {
  return [...text.matchAll(/\]\(#([^)\s]+)\)/g)].map(([whole, anchor]) => ({
    text: whole,
    file: `/${path}`,
    anchor,
    decision: undefined,
  }));
}

/** Returns numbers of decisions in the pages of docs/. */
function findNumbers(path: string, text: string): Citation[] {
  if (!path.startsWith('docs/')) return [];
  return [...text.matchAll(/\bD\d+\b/g)].map(([decision]) => ({
    text: decision,
    file: '/docs/decisions.md',
    anchor: undefined,
    decision,
  }));
}

function resolves({ file, anchor, decision }: Citation, path: string, texts: Texts): boolean {
  const cited = [normalize(file.replace(/^\//, '')), join(dirname(path), file)]
    .map((each) => texts.get(each))
    .find((text) => text !== undefined);
  if (cited === undefined) return false;
  const headings = findHeadings(cited);
  return (
    (anchor === undefined || headings.some((heading) => toAnchor(heading) === anchor)) &&
    (decision === undefined || headings.some((heading) => heading.startsWith(`${decision}. `)))
  );
}

/** Returns the headings of a Markdown text, without their level. */
export function findHeadings(markdown: string): string[] {
  const prose = markdown.replace(/^```.*?^```$/gms, '');
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
}
