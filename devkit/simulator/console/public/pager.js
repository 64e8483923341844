import { moreButton, PAGE } from './list.js';
import { nothing } from './lit.js';
import { page } from './page.js';

/** The number of entries that a view loads. Its button adds a page of them. */
export class Pager {
  limit = PAGE;

  /** @param {boolean} isMore whether there are more entries than the loaded ones */
  button(isMore) {
    return isMore ? moreButton(() => this.#loadMore()) : nothing;
  }

  #loadMore() {
    this.limit += PAGE;
    return page.reload();
  }
}
