import type { Fact, FactValue, Observations } from './report.js';
import type { ProbeTarget } from './target.js';

interface Draft {
  [name: string]: Draft | FactValue;
}

/** Stands for the constant of the library. */
const ORDINARY = 'ordinaryPixScopes';

/** Stands for addresses that the probe did not visit. */
const TO_FILL_IN = 'https://preencha.invalid';

/**
 * Writes the source of a profile with the differences that were found. It compiles; what the probe cannot know is to be
 * filled in.
 */
export function writeDraft(
  { environment, baseUrl, tokenUrl }: ProbeTarget,
  facts: readonly Fact[],
  { absentFamilies, ownOperations }: Observations,
): string {
  const visited = { baseUrl, ...(tokenUrl !== undefined && { tokenUrl }) };
  const mode = tokenUrl === undefined ? 'fixed-token' : 'oauth';
  const isSandbox = environment === 'sandbox';
  const production = isSandbox ? { baseUrl: TO_FILL_IN, tokenUrl: TO_FILL_IN } : visited;
  const draft: Draft = {
    name: 'meu-banco',
    code: '000',
    production,
    ...(isSandbox && { sandbox: { ...visited, mode } }),
    scopes: ORDINARY,
  };
  for (const { path, value } of facts) put(draft, path, value);
  const imports = ['definePixProvider', ...(draft.scopes === ORDINARY ? [ORDINARY] : [])];
  return [
    `import { ${imports.join(', ')} } from 'nestjs-pix';`,
    '',
    '// Rascunho: confira cada campo com a documentação do banco. Preencha name, code (COMPE) e os endereços que faltam.',
    ...(absentFamilies.length === 0
      ? []
      : [
          `// Não estão neste endereço: ${absentFamilies.join(', ')}. Se existem em outro, use families.`,
        ]),
    ...(ownOperations.length === 0
      ? []
      : [`// Operações além da especificação: ${ownOperations.join(', ')}.`]),
    `export const meuBanco = definePixProvider(${toSource(draft)});`,
    '',
  ].join('\n');
}

/** Sets a field. Lists of several facts with the same path are joined. */
function put(draft: Draft, path: readonly string[], value: FactValue): void {
  const [name = '', ...rest] = path;
  const current = Object.hasOwn(draft, name) ? draft[name] : undefined;
  if (rest.length > 0) {
    const inner = isDraft(current) ? current : {};
    put(inner, rest, value);
    draft[name] = inner;
  } else if (Array.isArray(current) && Array.isArray(value)) {
    draft[name] = [...(current as string[]), ...(value as string[])];
  } else {
    draft[name] = value;
  }
}

function isDraft(value: Draft[string] | undefined): value is Draft {
  return typeof value === 'object' && !Array.isArray(value);
}

/** Writes an object as the source of a literal. */
function toSource(draft: Draft): string {
  return JSON.stringify(draft, null, 2)
    .replace(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => quote(text))
    .replace(/^( *)'([a-z_]\w*|[1-9]\d*)':/gim, '$1$2:')
    .replace(`'${ORDINARY}'`, ORDINARY);
}

/** @param text of a JSON string, with its escapes */
function quote(text: string): string {
  return `'${text.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
