/* global performance */

/** The simulator's clock, as last told and run on here. */
export const clock = {
  base: Date.now(),
  anchor: performance.now(),
  rate: 1,

  tell({ now, rate }) {
    this.base = Date.parse(now);
    this.anchor = performance.now();
    this.rate = rate;
  },

  now() {
    return this.base + (performance.now() - this.anchor) * this.rate;
  },
};
