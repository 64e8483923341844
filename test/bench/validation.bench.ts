/**
 * Measures the cost of validating a typical cob body, compared with bare class-validator on the same class.
 * Run it with `npm run bench:validation`; it fails above 30 µs.
 */
import { BARE, measureValidation, OURS } from './validation-cost.js';

const LIMIT_MICROS = 30;

const micros = await measureValidation();
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
