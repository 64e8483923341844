export { contentOfText, isFileName } from './text.js';
