/**
 * What checking a typical cob body costs, beside bare class-validator on the same class.
 * Run it with `npm run bench:validation`; it fails above 30 µs.
 */
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Bench } from 'tinybench';
import { CobSolicitadaDto, cobOperations, validateBody } from '../../lib/contract/index.js';

const LIMIT_MICROS = 30;

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

const OURS = 'validateBody';
const BARE = 'class-validator, instance ready';
const bench = new Bench({ time: 1000, warmupTime: 300 })
  .add(OURS, () => {
    validateBody(cobOperations.createWithTxid, body);
  })
  .add(BARE, () => {
    validateSync(instance);
  })
  .add('class-transformer and class-validator', () => {
    validateSync(plainToInstance(CobSolicitadaDto, body));
  });
await bench.run();

const micros = new Map(
  bench.tasks.map(({ name, result }) => {
    if (!('latency' in result)) throw new Error(`${name} gave no result`);
    return [name, result.latency.p50 * 1000];
  }),
);
const ours = micros.get(OURS) ?? NaN;
const ratio = ours / (micros.get(BARE) ?? NaN);
for (const [name, value] of micros)
  process.stdout.write(`${value.toFixed(2).padStart(8)} µs  ${name}\n`);
process.stdout.write(`   ratio to bare class-validator: ${ratio.toFixed(3)}\n`);

if (!(ours <= LIMIT_MICROS)) {
  process.stderr.write(
    `a typical cob body costs ${ours.toFixed(1)} µs, above ${LIMIT_MICROS} µs\n`,
  );
  process.exitCode = 1;
}
