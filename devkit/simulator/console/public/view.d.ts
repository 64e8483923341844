import type { Template } from './lit.js';

/** A view of the console. */
export interface View<Data> {
  /** Hash of its address. */
  id: string;
  /** Topic of the changes that it shows. */
  topic: string;
  title: string;
  load?: () => Promise<Data>;
  /** Returns the number shown after its name. */
  count?: (data: Data) => number;
  /** Receives `undefined` until its data is loaded. */
  render: (data: Data | undefined) => Template;
}
