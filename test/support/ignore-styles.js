/** Replaces a style sheet by an empty module. */
export default { process: () => ({ code: 'export {};' }) };
