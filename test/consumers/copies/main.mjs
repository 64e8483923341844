/** Prints whether both packages use the same classes, as ES modules or, with `--require`, as CommonJS. */
import 'reflect-metadata';
import { createRequire } from 'node:module';

const load = process.argv.includes('--require')
  ? createRequire(import.meta.url)
  : (name) => import(name);
const library = await load('nestjs-pix');
const { CobSolicitadaDto } = await load('nestjs-pix/dto');
const { PixInterService } = await load('nestjs-pix/banks');
const { findOperation } = await load('nestjs-pix/spec');
const { PixSimulator } = await load('nestjs-pix-devkit');
const { PixTestingModule } = await load('nestjs-pix-devkit/testing');

const refusal = await PixSimulator.start({ unknown: 1 }).catch((error) => error);
const simulator = await PixSimulator.start();
const client = await library.createPixClient({ ...simulator.moduleOptions, log: false });
const missing = await client.cob.get(library.generateTxid()).catch((error) => error);
const { imports } = PixTestingModule.forRoot();
console.log(
  JSON.stringify({
    configuration: refusal instanceof library.ConfigurationError,
    missing: missing instanceof library.PixRecursoNaoEncontradoException,
    service: client.cob instanceof library.PixCobService && client.inter instanceof PixInterService,
    body: findOperation('cob.createWithTxid')?.body === CobSolicitadaDto,
    module: imports.some(({ module }) => module === library.PixModule),
  }),
);
await client.close();
await simulator.close();
