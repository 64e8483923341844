/** What pages know about the shop, in responses. */
export class ConfigView {
  /** The bank is simulated, so pages show the buttons that pay. */
  readonly demo!: boolean;
}
