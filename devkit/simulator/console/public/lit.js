/** lit-html, from the copies of its files in vendor/. */
export { html, nothing, render } from './vendor/lit-html/lit-html.js';
export { keyed } from './vendor/lit-html/directives/keyed.js';
export { repeat } from './vendor/lit-html/directives/repeat.js';
