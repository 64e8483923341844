/** Functions of the page for its views; app.js sets them. */
export const page = {
  /** Schedules a new rendering. @type {() => void} */
  update: () => undefined,

  /** Replaces the address of a record with that of the section behind it. @type {() => void} */
  leaveRecord: () => undefined,

  /** Address of the page of a record in the application under test, with `{id}`. @type {string | undefined} */
  applicationUrl: undefined,

  /** Since when the simulator has not answered, by the machine's clock. @type {Date | undefined} */
  awaySince: undefined,

  /** Reloads the data of the open view. @type {() => Promise<void>} */
  reload: () => Promise.resolve(),
};
