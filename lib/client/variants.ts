import type { PixProvider } from '../providers/index.js';
import { toKeyWithoutPlus } from '../values/pix-key.js';

interface WithChave {
  readonly chave?: unknown;
}

/** A phone key as this provider wants it: some leave the `+` out. Anything else stays the very object it was. */
export function withPhoneKey<T>(provider: PixProvider, holder: T): T {
  if (provider.phoneKeyWithoutPlus !== true) return holder;
  const chave = (holder as WithChave | undefined)?.chave;
  if (typeof chave !== 'string') return holder;
  const key = toKeyWithoutPlus(chave);
  return key === chave ? holder : { ...holder, chave: key };
}

/** Gives the fields that a provider still sends under an older name the specification's name as well. */
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

/** The empty page that a 404 of a list stands for. */
export function emptyPage(items: string, query: Readonly<Record<string, string>>): object {
  return {
    parametros: {
      ...query,
      paginacao: {
        paginaAtual: Number(query['paginacao.paginaAtual'] ?? 0),
        itensPorPagina: Number(query['paginacao.itensPorPagina'] ?? 100),
        quantidadeDePaginas: 1,
        quantidadeTotalDeItens: 0,
      },
    },
    [items]: [],
  };
}
