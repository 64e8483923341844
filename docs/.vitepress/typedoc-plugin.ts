import { readFileSync } from 'node:fs';
import { type Application, type Context, Converter, TypeScript } from 'typedoc';
import { MarkdownPageEvent } from 'typedoc-plugin-markdown';
import { toAnchor } from './to-anchor.js';

/** A page of `docs/` that a comment names, and the heading or decision in it. */
const PAGE = /\bdocs\/([\w/-]+)\.md(?:#([\w-]+)|\s+(D\d+))?/g;

/** Anchors of the decisions by their number. */
const decisions = new Map(
  [...readFileSync('docs/decisions.md', 'utf8').matchAll(/^### ((D\d+)\..*)$/gm)].map(
    ([, heading = '', number = '']) => [number, toAnchor(heading)],
  ),
);

/**
 * Makes the API reference a part of the site: a parameter has the alias that the source names, which TypeDoc replaces by
 * all members of the type, and a page that a comment names is a link.
 */
export function load({ converter, renderer }: Application): void {
  converter.on(Converter.EVENT_CREATE_SIGNATURE, (context, signature, declaration) => {
    const nodes = (declaration as Partial<TypeScript.SignatureDeclaration> | undefined)?.parameters;
    for (const parameter of signature.parameters ?? []) {
      const node = nodes?.find(({ name }) => name.getText() === parameter.name);
      const symbol = node?.type && findAlias(context, node.type);
      if (symbol) parameter.type = context.createSymbolReference(symbol, context);
    }
  });
  renderer.on(MarkdownPageEvent.END, (page) => {
    page.contents = (page.contents ?? '').replace(PAGE, linkPage);
  });
}

function linkPage(_: string, name: string, heading?: string, decision = ''): string {
  const anchor = heading ?? decisions.get(decision);
  return `[${decision || name}](/${name}${anchor ? `#${anchor}` : ''})`;
}

/** Returns the symbol of a type alias without arguments. */
function findAlias({ checker }: Context, type: TypeScript.TypeNode): TypeScript.Symbol | undefined {
  if (!TypeScript.isTypeReferenceNode(type) || type.typeArguments) return undefined;
  const named = checker.getSymbolAtLocation(type.typeName);
  const isImported = named && named.flags & TypeScript.SymbolFlags.Alias;
  const symbol = isImported ? checker.getAliasedSymbol(named) : named;
  return symbol && symbol.flags & TypeScript.SymbolFlags.TypeAlias ? symbol : undefined;
}
