/**
 * What checking a typical cob body costs, beside bare class-validator on the same class.
 * Run after `npm run build`: `npm run bench:validation`.
 */
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Bench } from 'tinybench';
import { CobSolicitadaDto, cobOperations, validateBody } from '../../dist/contract/index.js';

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

const bench = new Bench({ time: 1000, warmupTime: 300 })
  .add('validateBody', () => validateBody(cobOperations.createWithTxid, body))
  .add('class-validator, ready instance', () => validateSync(instance))
  .add('class-transformer and class-validator', () =>
    validateSync(plainToInstance(CobSolicitadaDto, body)),
  );
await bench.run();

const medians = bench.tasks.map(({ name, result }) => [name, result.latency.p50 * 1000]);
const [[, ours], [, bare]] = medians;
for (const [name, micros] of medians) {
  console.log(`${micros.toFixed(2).padStart(8)} µs  ${name}`);
}
console.log(`ratio to bare class-validator: ${(ours / bare).toFixed(3)}`);

const LIMIT = 30;
if (ours > LIMIT) {
  console.error(`a typical cob body costs ${ours.toFixed(1)} µs, more than ${LIMIT} µs`);
  process.exitCode = 1;
}
