import { withMethods } from '../../options/index.js';

/** The rule of an option that is a `PixEventQueue`. */
export const queueRule = withMethods(
  'a queue with the methods enqueue and work, such as a BullMqEventQueue',
  ['enqueue', 'work'],
  ['open', 'count', 'close'],
);
