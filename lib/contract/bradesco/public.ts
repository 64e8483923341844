export { bradescoOperations } from './bradesco.operations.js';
export type { BradescoCobEmv, BradescoCobVEmv } from './bradesco.types.js';
