/** What views ask of the page that shows them; app.js says how. */
export const page = {
  /** Renders again, soon. @type {() => void} */
  update: () => undefined,

  /** Loads again what the open view shows. @type {() => Promise<void>} */
  reload: () => Promise.resolve(),
};
