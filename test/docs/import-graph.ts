import { posix } from 'node:path';
import ts from 'typescript';

/** The paths that each node imports. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Builds the graph of the relative imports and exports of files, including those of types alone, which the compiler
 * removes. Imports of files outside of the area and of styles are no part of it.
 *
 * @param sources texts of the files of an area by path, with `/`
 */
export function buildImportGraph(sources: ReadonlyMap<string, string>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    const { importedFiles } = ts.preProcessFile(text, true, true);
    const targets = importedFiles
      .filter(({ fileName }) => fileName.startsWith('.') && !fileName.endsWith('.css'))
      .map(({ fileName }) => posix.join(posix.dirname(path), fileName))
      .filter((target) => !target.startsWith('../'));
    graph.set(path, new Set(targets.map((target) => findSource(sources, target))));
  }
  return graph;
}

/** Imports name the compiled file: `txid.js` is `txid.ts` or `txid.tsx`, unless it is JavaScript itself. */
function findSource(sources: ReadonlyMap<string, string>, target: string): string {
  const names = ['.js', '.ts', '.tsx'].map((ending) => target.replace(/\.js$/, ending));
  return names.find((name) => sources.has(name)) ?? target;
}

/** Lists the folders that contain files or folders of a graph: `.`, `contract`, `contract/cob`. */
export function listFolders(graph: Graph): string[] {
  const folders = new Set<string>();
  for (const path of graph.keys()) {
    let folder = path;
    do {
      folder = posix.dirname(folder);
      folders.add(folder);
    } while (folder !== '.');
  }
  return [...folders].sort();
}

/**
 * Builds the graph of what a folder contains directly. A folder in it is one node, which imports what its files
 * import.
 */
export function buildFolderGraph(graph: Graph, folder: string): Graph {
  const prefix = folder === '.' ? '' : `${folder}/`;
  const findEntry = (path: string) =>
    path.startsWith(prefix) ? path.slice(prefix.length).split('/')[0] : undefined;
  const entries = new Map<string, Set<string>>();
  for (const [path, targets] of graph) {
    const entry = findEntry(path);
    if (entry === undefined) continue;
    const imported = entries.get(entry) ?? new Set<string>();
    entries.set(entry, imported);
    for (const target of targets) {
      const other = findEntry(target);
      if (other !== undefined && other !== entry) imported.add(other);
    }
  }
  return entries;
}

/** Finds the cycles of a graph: each set of nodes that all import each other, directly or not. */
export function findCycles(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((node) => [node, findReachable(graph, node)]));
  const cycles = new Map<string, string[]>();
  for (const [node, targets] of reached) {
    if (!targets.has(node)) continue;
    const cycle = [...targets].filter((target) => reached.get(target)?.has(node)).sort();
    cycles.set(cycle.join(), cycle);
  }
  return [...cycles.values()];
}

function findReachable(graph: Graph, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const target of graph.get(node) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      open.push(target);
    }
  }
  return reached;
}
