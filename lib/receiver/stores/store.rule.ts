import { withMethods } from '../../options/index.js';

/** The rule of an option that is a `PixEventStore`. */
export const storeRule = withMethods(
  'a store with the methods begin, complete and fail, such as a PostgresEventStore',
  ['begin', 'complete', 'fail'],
  ['completeIn', 'transaction', 'isComplete', 'remembersSince'],
);
