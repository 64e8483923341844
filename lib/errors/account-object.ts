/** What an object of an account shows of it. */
export interface AccountView {
  readonly provider: string;
  readonly environment?: string;
  readonly clientId?: string;
}

/**
 * An object that works for one account. However it is printed (`console.log`, `util.inspect`, `JSON.stringify`), it shows
 * which account it is and nothing else: no token, header, address or key.
 */
export abstract class AccountObject {
  /** What is shown. */
  protected abstract accountView(): AccountView;

  toJSON(): AccountView {
    return this.accountView();
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    const view = Object.entries(this.accountView()).map(([name, value]) => `${name}: ${value}`);
    return `${this.constructor.name} { ${view.join(', ')} }`;
  }
}
