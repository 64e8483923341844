/**
 * A named group of scopes, accepted wherever scopes are (docs/interface.md#scopes).
 *
 * @example
 * const cobrancas = new PixScopeGroup('cobrancas', ['cob.write', 'cob.read']);
 * PixModule.forRoot({ provider: 'bb', scopes: [cobrancas, 'pix.read'] });
 */
export class PixScopeGroup {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly description: string | undefined;

  /**
   * @param name name of the group in messages
   * @param scopes scope names; an item may contain several separated by white space
   * @param description what the group permits
   */
  constructor(name: string, scopes: readonly string[], description?: string) {
    this.name = name;
    this.scopes = Object.freeze([...scopes]);
    this.description = description;
  }
}
