/** Id of a scenario: subject and name. */
export type ScenarioId =
  | 'cob/paid-twice'
  | 'cob/wrong-amount'
  | 'cobv/late-with-interest'
  | 'refund/partial'
  | 'refund/refused'
  | 'webhook/lost'
  | 'webhook/before-read'
  | 'bank/down-for-an-hour'
  | 'bank/certificate-expired'
  | 'pix-automatico/insufficient-funds-then-retry'
  | 'pix-automatico/retries-exhausted'
  | 'pix-automatico/recurrence-refused'
  | 'pix-automatico/cancelled-by-payer';
