import type { PixProvider } from '../providers/index.js';
import { DEFAULT_PAGE_SIZE, toKeyWithoutPlus } from '../values/index.js';

interface WithChave {
  readonly chave?: unknown;
}

/**
 * Converts a phone key to the provider's form; some omit the `+`. Returns any other value
 * unchanged.
 */
export function withPhoneKey<T>(provider: PixProvider, holder: T): T {
  if (provider.phoneKeyWithoutPlus !== true) return holder;
  const chave = (holder as WithChave | undefined)?.chave;
  if (typeof chave !== 'string') return holder;
  const key = toKeyWithoutPlus(chave);
  return key === chave ? holder : { ...holder, chave: key };
}

/** Adds the specification's names to fields for which a provider uses older names. */
export function withAliases(provider: PixProvider, answer: unknown): unknown {
  if (!provider.answerAliases || typeof answer !== 'object' || answer === null) return answer;
  for (const [name, older] of Object.entries(provider.answerAliases)) {
    const value: unknown = Reflect.get(answer, older);
    if (value !== undefined && Reflect.get(answer, name) === undefined) {
      Reflect.set(answer, name, value);
    }
  }
  return answer;
}

/** Builds the empty page for a list operation that answers 404. */
export function emptyPage(items: string, query: Readonly<Record<string, string>>): object {
  return {
    parametros: {
      ...query,
      paginacao: {
        paginaAtual: Number(query['paginacao.paginaAtual'] ?? 0),
        itensPorPagina: Number(query['paginacao.itensPorPagina'] ?? DEFAULT_PAGE_SIZE),
        quantidadeDePaginas: 1,
        quantidadeTotalDeItens: 0,
      },
    },
    [items]: [],
  };
}
