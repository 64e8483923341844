/** What reading a record shows about a write with an unknown outcome. */
export type SettlementVerdict =
  /** The write took effect; `record` is the provider's current record. */
  | { readonly kind: 'done'; readonly record: object | undefined }
  /** The write has not taken effect so far. Sending it again has exactly one effect. */
  | { readonly kind: 'send-again' }
  /** The write did not take effect and no longer can. */
  | {
      readonly kind: 'impossible';
      readonly fields: readonly string[];
      readonly status: string | undefined;
    }
  /** The response is not the record. Another read may help. */
  | { readonly kind: 'unreadable' }
  /** Reading cannot determine the outcome. */
  | { readonly kind: 'unknown' };
