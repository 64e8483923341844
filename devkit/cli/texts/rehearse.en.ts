/** What each rehearsal expects of an application. */
const expectations = {
  'cob/paid-twice': 'delivers once, and gives the second Pix back',
  'cob/wrong-amount': 'does not deliver for another amount, and gives it back',
  'cobv/late-with-interest': 'accepts a late payment with fine and interest',
  'refund/partial': 'adds up the parts that it gives back',
  'refund/refused': 'does not count a refund that the bank did not carry out',
  'refund/by-bank': 'notices that the bank gave a part back (MED)',
  'webhook/lost': 'finds a payment whose notification was lost',
  'webhook/before-read': 'asks again when the bank does not show a payment yet',
  'bank/down-for-an-hour': 'survives an hour without the bank',
  'pix-automatico/insufficient-funds-then-retry':
    'charges the subscription, and asks for another attempt',
  'pix-automatico/retries-exhausted': 'stops after three more attempts',
  'pix-automatico/recurrence-refused': 'charges nothing if the payer rejects it',
  'pix-automatico/cancelled-by-payer': 'charges nothing after the payer has cancelled',
};

/** The id of a rehearsal: that of its scenario. */
export type RehearsalId = keyof typeof expectations;

/** The commands that make an application do something, with their options. */
const actions = {
  order: 'places an order, prints its txid',
  invoice: 'issues a due-date charge, prints its txid',
  subscription: 'creates a recurrence, prints its idRec',
  refund: 'refunds PIX_VALOR of the Pix PIX_E2EID',
  retry: 'asks for another attempt to debit PIX_TXID, on the day PIX_DATA',
  decide: 'does what a person decides about a Pix that fits no order (without it: the application)',
  reconcile: 'compares with the bank now (without it: by its own schedule)',
  status:
    'prints "paid" or "unpaid" for PIX_TXID, and what it gave back: "paid 10.00" (without it: not checked)',
};

export type RehearsalAction = keyof typeof actions;

/** What is checked. */
const checks = {
  created: 'the bank has the charge',
  answered: 'notifications were answered at once',
  answeredLater: 'notifications were answered in the end',
  paid: 'the order is paid',
  unpaid: 'the order is not paid',
  refunded: 'the Pix was given back, once',
  refundAsked: 'the refund was requested',
  refundKnown: 'it knows what was given back',
  asked: 'it asked the bank for the Pix',
  charged: 'the subscription was charged',
  retried: 'another attempt was requested',
  quiet: 'no further charge, no further attempt',
};

export type RehearsalCheck = keyof typeof checks;

/** The texts of `nestjs-pix rehearse` in English. */
export const rehearseTexts = {
  description: 'Rehearse payments that go wrong with an application that uses the simulated bank',
  actions,
  wait: 'how many seconds the application has for each step',
  only: 'only these rehearsals',
  json: 'print the report as JSON',
  after:
    '\nThe values of the first eight options are shell commands. They get the variables PIX_TXID, PIX_E2EID, PIX_VALOR and PIX_DATA where they apply. A rehearsal without its command is skipped. The clock of the bank is moved, and set back afterwards.\n\nExit codes: 0 nothing failed, 1 wrong options, 2 a rehearsal failed, 3 the bank did not answer\n',
  expectations,
  checks,
  unknown: (id: string, ids: readonly string[]) =>
    `there is no rehearsal ${id}. Choose with --only from ${ids.join(', ')}.`,
  noWebhook:
    'the application has registered no webhook at the simulated bank. Start it before the rehearsal.',
  missing: (options: readonly string[]) => `skipped, without ${options.join(', ')}`,
  seen: {
    printed: (output: string) => `the command printed ${output}`,
    failed: (code: number | string, output: string) => `the command failed (${code}): ${output}`,
    nothing: 'nothing',
    answers: (statuses: string) => `HTTP ${statuses}`,
    none: 'no notification was delivered',
    status: (status: string) => `"${status}"`,
    amounts: (amounts: string) => `R$ ${amounts}`,
    calls: (calls: string) => calls,
    counts: (charges: number, attempts: number) => `${charges} charges, ${attempts} attempts`,
    refused: (reason: string) => reason,
  },
  score: (passed: number, total: number, skipped: number) =>
    `Score: ${passed} of ${total}${skipped > 0 ? `, ${skipped} skipped` : ''}`,
};
