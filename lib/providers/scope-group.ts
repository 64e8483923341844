/**
 * Scopes that belong together, under a name, to be passed wherever scopes are accepted
 * (docs/interface.md#scopes).
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
   * @param name what the group is called in messages
   * @param scopes scope names; an item may hold several separated by white space
   * @param description what the group allows, for people
   */
  constructor(name: string, scopes: readonly string[], description?: string) {
    this.name = name;
    this.scopes = Object.freeze([...scopes]);
    this.description = description;
  }
}
