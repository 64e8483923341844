import type { Template } from './lit.js';

/** A part of the console. */
export interface View<Data> {
  /** The hash of its address. */
  id: string;
  /** Of the changes that it shows. */
  topic: string;
  title: string;
  load?: () => Promise<Data>;
  /** Content shown after its name. */
  countOf?: (data: Data) => number;
  /** Gets `undefined` until its data is loaded. */
  render: (data: Data | undefined) => Template;
}
