/** @import { ClockStatus } from '../../control-api/answers.js' */

/** The simulator's clock, as last sent, and continued in the page. */
export const clock = {
  base: Date.now(),
  anchor: performance.now(),
  rate: 1,

  /** @param {ClockStatus} status */
  tell({ now, rate }) {
    this.base = Date.parse(now);
    this.anchor = performance.now();
    this.rate = rate;
  },

  now() {
    return this.base + (performance.now() - this.anchor) * this.rate;
  },
};
