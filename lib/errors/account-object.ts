/** The fields that an object of an account shows when it is printed. */
export interface AccountView {
  readonly provider: string;
  readonly environment?: string;
  readonly clientId?: string;
}

/**
 * An object that works for one account. When it is printed (`console.log`, `util.inspect`,
 * `JSON.stringify`), it shows only which account it is: no token, header, address or key.
 */
export abstract class AccountObject {
  /** Returns the fields to show. */
  protected abstract accountView(): AccountView;

  toJSON(): AccountView {
    return this.accountView();
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    const view = Object.entries(this.accountView()).map(([name, value]) => `${name}: ${value}`);
    return `${this.constructor.name} { ${view.join(', ')} }`;
  }
}
