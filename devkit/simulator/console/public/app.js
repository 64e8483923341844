import { readAddress } from './address.js';
import { api, follow } from './api.js';
import { calls } from './calls.js';
import { charges } from './charges.js';
import { clock } from './clock-face.js';
import { clockView } from './clock.js';
import { act, awayNote, renderDrawer } from './drawer.js';
import { faults } from './faults.js';
import { formatTime } from './format.js';
import { html, keyed, render } from './lit.js';
import { page } from './page.js';
import { payments } from './payments.js';
import { loadRecord, findSection, showRecord } from './record.js';
import { recurrences } from './recurrences.js';
import { scenarios } from './scenarios.js';
import { webhooks } from './webhooks.js';

/** @import { View } from './view.js' */

/** Milliseconds between updates of the clock, and of relative times. */
const TICK = 250;
const AGES = 5_000;

/** @type {View<any>[]} */
const views = [charges, payments, recurrences, webhooks, clockView, faults, scenarios, calls];
/** @type {View<any>} */
let current = charges;
/** The last loaded data of each view. @type {Map<View<any>, unknown>} */
const loaded = new Map();
/** Number of loads of each view, to ignore the response of an outdated load. @type {Map<View<any>, number>} */
const loads = new Map();
/** The last received faults, with the number of injections of each. @type {string | undefined} */
let lastFaults;
/** The last received number of requests. @type {number | undefined} */
let lastRequests;
let isQueued = false;
let isOpen = false;

const main = find('#main');
const now = /** @type {HTMLTimeElement} */ (find('#now'));
const rate = find('#rate');
const link = find('#link');

/**
 * Finds an element of index.html.
 *
 * @param {string} selector
 * @returns {HTMLElement}
 */
function find(selector) {
  const element = document.querySelector(selector);
  if (element instanceof HTMLElement) return element;
  throw new Error(`There is no ${selector}.`);
}

page.update = () => {
  if (isQueued) return;
  isQueued = true;
  queueMicrotask(() => {
    isQueued = false;
    render(html`${awayNote()}${keyed(current, current.render(loaded.get(current)))}`, main);
    renderDrawer();
  });
};

page.reload = () => load(current);

/**
 * Loads the data of a view and shows the count after its name.
 *
 * @param {View<any>} view
 */
async function load(view) {
  if (view.load === undefined) return;
  const turn = (loads.get(view) ?? 0) + 1;
  loads.set(view, turn);
  // While the simulator is away, the page says so.
  const isSaid = () => page.awaySince !== undefined;
  const data = await act(() => view.load?.(), undefined, isSaid);
  if (data === undefined || turn !== loads.get(view)) return;
  loaded.set(view, data);
  if (view.count) showCount(view.topic, view.count(data));
  if (view === current) page.update();
}

/**
 * @param {string} topic
 * @param {number} number
 */
function showCount(topic, number) {
  find(`[data-count="${topic}"]`).textContent = number === 0 ? '' : String(number);
}

page.leaveRecord = () => history.replaceState(undefined, '', `#${current.id}`);

function open() {
  const { section, record } = readAddress();
  // A record opens over the section that the page shows.
  const behind = section ?? (isOpen ? current.id : findSection(record));
  isOpen = true;
  current = views.find(({ id }) => id === behind) ?? charges;
  document.title = `${current.title} · Simulador Pix`;
  for (const anchor of document.querySelectorAll('.nav a')) {
    const isHere = anchor.getAttribute('href') === `#${current.id}`;
    if (isHere) anchor.setAttribute('aria-current', 'page');
    else anchor.removeAttribute('aria-current');
  }
  page.update();
  void load(current);
  showRecord(record);
}

follow({
  /** Hidden views are loaded as well, for their counts. */
  changed(topics) {
    for (const view of views) {
      if (topics === undefined || topics.includes(view.topic)) void load(view);
    }
    void loadRecord();
  },

  status(status) {
    clock.set(status.clock);
    showClock();
    page.update();
    const counts = JSON.stringify(status.faults);
    if (counts !== lastFaults) void load(faults);
    lastFaults = counts;
    if (status.requests !== lastRequests) {
      if (current === calls) void load(calls);
      void loadRecord();
    }
    lastRequests = status.requests;
  },

  link(isLive) {
    page.awaySince = isLive ? undefined : (page.awaySince ?? new Date());
    page.update();
    link.classList.toggle('live', isLive);
    find('#link span').textContent = isLive ? 'Ao vivo' : 'Reconectando…';
  },
});

function showClock() {
  const instant = new Date(clock.now());
  now.textContent = formatTime(instant);
  now.dateTime = instant.toISOString();
  rate.hidden = clock.rate === 1;
  rate.textContent = clock.rate === 0 ? 'parado' : `×${clock.rate}`;
}

setInterval(() => {
  showClock();
  if (current === clockView) page.update();
}, TICK);
setInterval(page.update, AGES);
addEventListener('hashchange', open);
showClock();
open();
void act(async () => {
  const { quirks, recebedor, applicationUrl } = await api.info();
  page.applicationUrl = applicationUrl;
  find('#brand-note').textContent =
    quirks === undefined ? recebedor : `${recebedor} · como ${quirks}`;
  page.update();
});
