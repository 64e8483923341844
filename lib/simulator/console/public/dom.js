/* global document */

/** An element: text is text, never markup, whatever a client wrote into a charge. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'open') element[name] = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, children);
  return element;
}

export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) element.append(child);
  }
}

export function icon(name) {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(namespace, 'use');
  use.setAttribute('href', `#i-${name}`);
  svg.append(use);
  return svg;
}

/**
 * Shows items in a list, touching only what has changed: what is being read, focused or clicked stays where it is.
 *
 * @param {(item: object) => string | number} key
 * @param {(item: object) => HTMLElement} render
 */
export function renderList(list, items, key, render) {
  const known = (list.known ??= new Map());
  const next = new Map();
  for (const item of items) {
    const id = key(item);
    const text = JSON.stringify(item);
    const old = known.get(id);
    const element = old?.text === text ? old.element : replacing(old?.element, render(item));
    next.set(id, { text, element });
  }
  list.known = next;
  const elements = [...next.values()].map(({ element }) => element);
  for (const child of [...list.children]) if (!elements.includes(child)) child.remove();
  elements.forEach((element, position) => {
    if (list.children[position] !== element) list.insertBefore(element, list.children[position]);
  });
}

/** A new element in an old one's place keeps what was open in it, and the focus. */
function replacing(old, element) {
  if (old === undefined) return element;
  const focus = old.contains(document.activeElement) && document.activeElement.dataset.focus;
  for (const open of old.querySelectorAll('details[open]')) {
    const twin = element.querySelector(`details[data-open="${open.dataset.open}"]`);
    if (twin) twin.open = true;
  }
  old.replaceWith(element);
  if (focus) element.querySelector(`[data-focus="${focus}"]`)?.focus();
  return element;
}

/** What stands where there is nothing yet. */
export function emptyState(iconName, title, text, ...more) {
  return h(
    'div',
    { class: 'empty' },
    h('span', { class: 'empty-icon' }, icon(iconName)),
    h('h2', {}, title),
    h('p', {}, text),
    ...more,
  );
}

/** A button that is busy while its work lasts, so that a second click does nothing. */
export function button(label, work, { kind = 'plain', icon: name, focus, disabled, title } = {}) {
  const element = h(
    'button',
    { type: 'button', class: `button ${kind}`, 'data-focus': focus, disabled, title },
    name && icon(name),
    h('span', {}, label),
    // What it does must not also open the row that it stands in.
  );
  element.addEventListener('click', async (event) => {
    event.stopPropagation();
    element.disabled = true;
    try {
      await work();
    } finally {
      element.disabled = false;
    }
  });
  return element;
}
