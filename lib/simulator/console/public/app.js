/* global addEventListener, document, location, setInterval */
import { api, follow } from './api.js';
import { charges } from './charges.js';
import { clock } from './clock-face.js';
import { clockView } from './clock.js';
import { faults } from './faults.js';
import { formatTime, refreshAgo } from './format.js';
import { payments } from './payments.js';
import { recurrences } from './recurrences.js';
import { act } from './ui.js';
import { webhooks } from './webhooks.js';

const views = [charges, payments, recurrences, webhooks, clockView, faults];
const main = document.getElementById('main');
const counts = new Map(
  [...document.querySelectorAll('[data-count]')].map((element) => [element.dataset.count, element]),
);
const now = document.getElementById('now');
const rate = document.getElementById('rate');
let current;
/** The faults as last told, with how often each has struck. */
let faultsTold;

/** How often each view was loaded, to tell an answer that a later one has overtaken. */
const loads = new Map();

/** Loads what a view shows; the count beside its name comes along. */
async function load(view) {
  if (view.load === undefined) return;
  const turn = (loads.get(view) ?? 0) + 1;
  loads.set(view, turn);
  await act(async () => {
    const data = await view.load();
    if (turn !== loads.get(view)) return;
    count(view.topic, view.countOf?.(data));
    if (view === current) view.show(data);
  });
}

function count(topic, number) {
  const element = counts.get(topic);
  if (element === undefined || number === undefined) return;
  element.textContent = number === 0 ? '' : String(number);
}

function open() {
  const view = views.find(({ id }) => `#${id}` === location.hash) ?? charges;
  if (view === current) return;
  current = view;
  document.title = `${view.title} · Simulador Pix`;
  for (const link of document.querySelectorAll('.nav a')) {
    const here = link.getAttribute('href') === `#${view.id}`;
    if (here) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  main.replaceChildren(view.open(() => load(view)));
  tick();
  void load(view);
}

/** Views hidden are loaded as well, for their counts. */
function changed(topics) {
  for (const view of views) {
    if (topics === undefined || topics.includes(view.topic)) void load(view);
  }
}

const link = document.getElementById('link');
follow({
  changed,
  status: (status) => {
    clock.tell(status.clock);
    tick();
    refreshAgo();
    const struck = JSON.stringify(status.faults);
    if (struck !== faultsTold) void load(faults);
    faultsTold = struck;
  },
  link: (live) => {
    link.classList.toggle('live', live);
    link.lastElementChild.textContent = live ? 'Ao vivo' : 'Reconectando…';
  },
});

function tick() {
  const instant = new Date(clock.now());
  now.textContent = formatTime(instant);
  now.dateTime = instant.toISOString();
  rate.hidden = clock.rate === 1;
  rate.textContent = clock.rate === 0 ? 'parado' : `×${clock.rate}`;
  current?.tick?.(instant);
}

setInterval(tick, 250);
setInterval(refreshAgo, 5_000);
addEventListener('hashchange', open);
open();
void act(async () => {
  const { quirks, recebedor } = await api.get('/');
  document.getElementById('brand-note').textContent =
    quirks === undefined ? recebedor : `${recebedor} · como ${quirks}`;
});
