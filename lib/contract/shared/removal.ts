/**
 * Whether a `status` stands alone: a charge is not removed and changed at once, since the changes
 * would be lost (BCB, violations of `CobOperacaoInvalida` and `CobVOperacaoInvalida`). Fields that the
 * specification does not know are no change of its own and pass.
 */
export function isLoneRemoval(fields: readonly string[]) {
  return (status: unknown, siblings: Readonly<Record<string, unknown>>): boolean =>
    status === undefined || fields.every((field) => siblings[field] === undefined);
}
