/** Functions of the page for its views; app.js sets them. */
export const page = {
  /** Schedules a new rendering. @type {() => void} */
  update: () => undefined,

  /** Reloads the data of the open view. @type {() => Promise<void>} */
  reload: () => Promise.resolve(),
};
