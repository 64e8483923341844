import { PixSimulator } from '../../../devkit/simulator/index.js';

const [, , stateDir = ''] = process.argv;
const { moduleOptions } = await PixSimulator.start({ stateDir });
process.stdout.write(`${JSON.stringify(moduleOptions)}\n`);
