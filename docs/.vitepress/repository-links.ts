import { posix } from 'node:path';

/** The part of a Markdown renderer that this file uses. */
interface MarkdownRenderer {
  core: {
    ruler: {
      push(name: string, rule: (state: RenderState) => void): void;
    };
  };
}

interface RenderState {
  tokens: { children: Token[] | null }[];
  env: { relativePath?: string };
}

interface Token {
  type: string;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

/**
 * Points relative links that leave `docs/`, or lead to a file that is no page, to the file in the
 * repository: the site does not have it. On the repository's own pages the same links work as they are.
 */
export function linkToRepository(markdown: MarkdownRenderer, repositoryUrl: string): void {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    const page = posix.join('docs', env.relativePath ?? '');
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href === null || /^(?:[a-z]+:|#|\/)/.test(href)) continue;
      const target = posix.join(posix.dirname(page), href);
      if (!target.startsWith('docs/') || !/\.md(?:#|$)/.test(target))
        token.attrSet('href', `${repositoryUrl}/blob/main/${target}`);
    }
  });
}
