interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  parameter?: { readonly name: string; readonly node: Node<T> };
  readonly methods: Map<string, T>;
}

interface RouteMatch<T> {
  readonly target: T;
  /** Path parameters by name, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** Result of a search: a target, a path that exists only with other methods, or nothing. */
export type RouteResult<T> =
  | { readonly kind: 'match'; readonly match: RouteMatch<T> }
  | { readonly kind: 'method'; readonly allow: readonly string[] }
  | { readonly kind: 'none' };

/**
 * Finds the target of a method and a path among path templates such as `/cob/{txid}`. A literal
 * segment takes precedence over a parameter.
 */
export class Router<T> {
  readonly #root: Node<T> = newNode();

  add(method: string, template: string, target: T): this {
    let node = this.#root;
    for (const segment of splitPath(template)) node = descend(node, segment);
    if (node.methods.has(method)) throw new Error(`Duplicate route: ${method} ${template}.`);
    node.methods.set(method, target);
    return this;
  }

  find(method: string, path: string): RouteResult<T> {
    const params: Record<string, string> = {};
    let node: Node<T> | undefined = this.#root;
    for (const segment of splitPath(path)) {
      const literal: Node<T> | undefined = node.literals.get(segment);
      if (literal === undefined && node.parameter !== undefined) {
        const value = decode(segment);
        if (value === undefined) return { kind: 'none' };
        params[node.parameter.name] = value;
      }
      node = literal ?? node.parameter?.node;
      if (node === undefined) return { kind: 'none' };
    }
    const target = node.methods.get(method);
    if (target !== undefined) return { kind: 'match', match: { target, params } };
    if (node.methods.size === 0) return { kind: 'none' };
    return { kind: 'method', allow: [...node.methods.keys()] };
  }
}

function newNode<T>(): Node<T> {
  return { literals: new Map(), methods: new Map() };
}

function descend<T>(node: Node<T>, segment: string): Node<T> {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (name !== undefined) {
    node.parameter ??= { name, node: newNode() };
    if (node.parameter.name !== name) {
      throw new Error(`A path parameter has two names: ${node.parameter.name} and ${name}.`);
    }
    return node.parameter.node;
  }
  let next = node.literals.get(segment);
  if (next === undefined) node.literals.set(segment, (next = newNode()));
  return next;
}

function splitPath(path: string): string[] {
  return path.split('/').slice(1);
}

function decode(segment: string): string | undefined {
  try {
    return segment === '' ? undefined : decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
