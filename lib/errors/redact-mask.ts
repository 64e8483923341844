/** What replaces a secret. It matches no rule of redaction, so masking twice changes nothing. */
export const MASK = '***';
