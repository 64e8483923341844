import { isDeepStrictEqual } from 'node:util';
import { buildExample } from '../schema/build-example.js';
import { readPart, resolveType, type Part } from '../schema/part.js';
import { holds, joinOutcomes, type Check, type Context, type Subject } from './check.js';
import { buildInput } from './inputs.js';

/** The list of a page must have the name of the file, and `iterate` must yield each item of each page once. */
export const checkPages: Check = async (subject, context) => {
  const { file, row } = subject;
  if (!file.response) {
    return row.items === undefined
      ? undefined
      : holds(false, { at: file.name, what: `has no response; the contract has ${row.items}` });
  }
  const part = readPart(context.document, file.response, file.name);
  const lists = part.fields.has('parametros') ? findLists(part) : [];
  if (lists.length === 0 && row.items === undefined) return undefined;
  const named = holds(lists.join() === (row.items ?? ''), {
    at: file.name,
    what: `lists ${lists.join() || 'nothing'}; the contract ${row.items ?? 'nothing'}`,
  });
  const [list] = lists;
  if (list === undefined) return named;
  const items = [1, 2, 3].map((nth) => buildItem(part, list, nth));
  const given = await iterate(subject, context, list, items);
  return joinOutcomes(
    named,
    holds(isDeepStrictEqual(given, items), {
      at: file.name,
      what: `iterates over ${Array.isArray(given) ? `${given.length} of ${items.length} items` : String(given)}`,
    }),
  );
};

function findLists({ fields }: Part): string[] {
  return [...fields].filter(([, { part }]) => resolveType(part) === 'array').map(([name]) => name);
}

/** Returns items that differ in an identifier: one that is repeated counts once. */
function buildItem(part: Part, list: string, nth: number): object {
  const items = part.fields.get(list)?.part.items;
  return { ...(items && (buildExample(items) as object)), id: nth };
}

/** Iterates over a list with two pages, the second one shorter. */
function iterate(
  subject: Subject,
  { wire, ...context }: Context,
  list: string,
  items: readonly unknown[],
): Promise<unknown> {
  const { filter } = buildInput(subject, { wire, ...context });
  return wire.iterate(subject.row, filter, (paginaAtual) => ({
    parametros: { paginacao: { paginaAtual, quantidadeDePaginas: 2 } },
    [list]: items.slice(paginaAtual * 2, paginaAtual * 2 + 2),
  }));
}
