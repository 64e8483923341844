/** @import { ClockStatus } from '../../control-api/responses.js' */

/** The simulator's clock: the last received reading, continued with the clock of the page. */
export const clock = {
  base: Date.now(),
  anchor: performance.now(),
  rate: 1,

  /** @param {ClockStatus} status */
  set({ now, rate }) {
    this.base = Date.parse(now);
    this.anchor = performance.now();
    this.rate = rate;
  },

  now() {
    return this.base + (performance.now() - this.anchor) * this.rate;
  },
};
