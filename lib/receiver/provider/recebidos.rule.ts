import { withMethods } from '../../options/index.js';

/** The rule of an option that is a source of received Pix. */
export const recebidosRule = withMethods(
  'a source of received Pix with the methods get and iterate, such as client.recebidos',
  ['get', 'iterate'],
);
