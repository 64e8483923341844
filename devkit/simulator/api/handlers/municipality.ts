import { MUNICIPALITY } from 'nestjs-pix/spec';

/** IBGE codes of the states of Brazil: the first two digits of a municipality's code. */
const STATES = new Set(
  '11 12 13 14 15 16 17 21 22 23 24 25 26 27 28 29 31 32 33 35 41 42 43 50 51 52 53'.split(' '),
);

/** Codes whose check digit does not follow the rule. */
const EXCEPTIONS = new Set(
  '2201919 2201988 2202251 2611533 3117836 3152131 4305871 5203939 5203962'.split(' '),
);

/**
 * Whether a code can be a municipality of IBGE's table: it begins with the code of a state and has
 * the right check digit. The table of 5,570 municipalities is not included.
 */
export function isMunicipality(code: string): boolean {
  if (!MUNICIPALITY.test(code) || !STATES.has(code.slice(0, 2))) return false;
  return EXCEPTIONS.has(code) || Number(code[6]) === checkDigit(code);
}

/**
 * Calculates the check digit. Digits have the weights 1 and 2 in turn; the digits of a product
 * above 9 are added.
 */
function checkDigit(code: string): number {
  const products = Array.from(
    code.slice(0, 6),
    (digit, index) => Number(digit) * (1 + (index % 2)),
  );
  const sum = products.reduce((total, product) => total + (product > 9 ? product - 9 : product), 0);
  return (10 - (sum % 10)) % 10;
}
