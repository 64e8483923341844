import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Bench } from 'tinybench';
import { CobSolicitadaDto } from '../../lib/contract/dto.js';
import { checkBody, cobOperations } from '../../lib/contract/index.js';

const body = {
  calendario: { expiracao: 3600 },
  devedor: { cnpj: '12345678000195', nome: 'Empresa de Serviços SA' },
  valor: { original: '37.00', modalidadeAlteracao: 1 },
  chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  solicitacaoPagador: 'Serviço realizado.',
  infoAdicionais: [
    { nome: 'Campo 1', valor: 'Informação Adicional1 do PSP-Recebedor' },
    { nome: 'Campo 2', valor: 'Informação Adicional2 do PSP-Recebedor' },
  ],
};
const instance = plainToInstance(CobSolicitadaDto, body);

export const OURS = 'checkBody';
export const BARE = 'class-validator, instance ready';

/** Returns the microseconds that each way to validate a typical cob body takes, by its name; the median of the runs. */
export async function measureValidation(): Promise<ReadonlyMap<string, number>> {
  const bench = new Bench({ time: 1000, warmupTime: 300 })
    .add(OURS, () => {
      checkBody(cobOperations.createWithTxid, body);
    })
    .add(BARE, () => {
      validateSync(instance);
    })
    .add('class-transformer and class-validator', () => {
      validateSync(plainToInstance(CobSolicitadaDto, body));
    });
  await bench.run();

  return new Map(
    bench.tasks.map(({ name, result }) => {
      if (!('latency' in result)) throw new Error(`${name} returned no result`);
      return [name, result.latency.p50 * 1000];
    }),
  );
}
