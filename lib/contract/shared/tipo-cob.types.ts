/** Kind of charge at a location. */
export type TipoCob = 'cob' | 'cobv';
