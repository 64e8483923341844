/** What reading a record says about a write whose outcome was unknown. */
export type Verdict =
  /** It took effect; `record` is what the provider holds now. */
  | { readonly kind: 'done'; readonly record: object | undefined }
  /** It has not taken effect so far. Sending it again has the one effect that was asked for. */
  | { readonly kind: 'send-again' }
  /** It did not take effect and can't any more. */
  | {
      readonly kind: 'impossible';
      readonly fields: readonly string[];
      readonly status: string | undefined;
    }
  /** What came back is not the record. Another read may help. */
  | { readonly kind: 'unreadable' }
  /** Reading can't tell. */
  | { readonly kind: 'unknown' };
