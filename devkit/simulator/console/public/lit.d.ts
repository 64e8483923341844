export { html, nothing, render, type TemplateResult as Template } from 'lit-html';
export { keyed } from 'lit-html/directives/keyed.js';
export { repeat } from 'lit-html/directives/repeat.js';

/** Content of an element: lit-html renders any value. */
export type Content = unknown;
