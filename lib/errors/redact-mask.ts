/** The replacement of a secret. No redaction rule matches it, so masking twice changes nothing. */
export const MASK = '***';
