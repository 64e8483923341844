import {
  BareClient,
  type Json,
  type SimulatorAddress,
} from '../../simulator/support/bare-client.js';

/** Time limit of one request in milliseconds, on a machine that is busy with the run. */
const TIMEOUT = 60_000;

/** Accesses the simulated bank without the library: prepares records for calls and reads their effects. */
export class Bank {
  readonly #client: BareClient;

  constructor(readonly address: SimulatorAddress) {
    this.#client = new BareClient(address);
  }

  /**
   * Calls the API.
   *
   * @throws Error when the response is not a success
   */
  async call(method: string, path: string, body?: unknown): Promise<Json> {
    let answer = await bounded(this.#client.call(method, path, body));
    if (answer.status === 401) {
      this.#client.forgetToken();
      answer = await bounded(this.#client.call(method, path, body));
    }
    return this.#ok(method, path, answer);
  }

  /** Calls the control API: payers, faults, the clock. */
  async control(method: string, path: string, body?: unknown): Promise<Json> {
    return this.#ok(method, path, await bounded(this.#client.control(method, path, body)));
  }

  /** Returns all items of all pages of a list. */
  async list(path: string, items: string): Promise<Json[]> {
    const all: Json[] = [];
    for (let page = 0; ; page += 1) {
      const query = `${EVER}&paginacao.itensPorPagina=1000&paginacao.paginaAtual=${page}`;
      const answer = await this.call('GET', `${path}?${query}`);
      all.push(...(answer[items] as Json[]));
      if (page + 1 >= answer.parametros.paginacao.quantidadeDePaginas) return all;
    }
  }

  close(): void {
    this.#client.close();
  }

  #ok(method: string, path: string, answer: { status: number; text: string; body: Json }): Json {
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  }
}

/** The longest period that a list accepts. */
const EVER = 'inicio=1999-01-01T00:00:00Z&fim=2199-01-01T00:00:00Z';

async function bounded<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the simulated bank did not answer')), TIMEOUT);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
