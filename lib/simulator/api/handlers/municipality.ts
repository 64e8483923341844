/** The first two digits: a state of Brazil, by IBGE's number. */
const STATES = new Set(
  '11 12 13 14 15 16 17 21 22 23 24 25 26 27 28 29 31 32 33 35 41 42 43 50 51 52 53'.split(' '),
);

/** Towns whose check digit is not the one that the rule gives. */
const EXCEPTIONS = new Set(
  '2201919 2201988 2202251 2611533 3117836 3152131 4305871 5203939 5203962'.split(' '),
);

/**
 * Whether a code may be a town's of IBGE's table: of a state, with its check digit. The table itself, of 5,570 towns, is
 * not kept here.
 */
export function isMunicipality(code: string): boolean {
  if (!/^\d{7}$/.test(code) || !STATES.has(code.slice(0, 2))) return false;
  return EXCEPTIONS.has(code) || Number(code[6]) === checkDigit(code);
}

/** Digits count once and twice in turn; of a double above nine the two digits are added. */
function checkDigit(code: string): number {
  const products = Array.from(
    code.slice(0, 6),
    (digit, index) => Number(digit) * (1 + (index % 2)),
  );
  const sum = products.reduce((total, product) => total + (product > 9 ? product - 9 : product), 0);
  return (10 - (sum % 10)) % 10;
}
