import { RecordingClient } from '../../checks/recording-client.js';
import { deviations } from '../../deviations/index.js';
import type { Schema } from '../../facts/build-facts.js';
import { runConformance, type CheckName } from '../../run.js';
import { Document } from '../../support/document.js';
import type { DeclaredTypes } from '../../types/declared-types.js';

/**
 * Returns the findings of a check with the modules that this module was imported with: unexplained findings and listed
 * deviations that do not occur.
 */
export async function runAltered(
  root: Schema,
  types: DeclaredTypes,
  check: CheckName,
): Promise<string[]> {
  const wire = await RecordingClient.open();
  try {
    const context = { document: Document.of(root), types, wire };
    const { unexplained, stale } = await runConformance(context, deviations, [check]);
    return [...unexplained, ...stale]
      .map(({ key }) => key)
      .filter((key) => key.startsWith(`${check} `));
  } finally {
    await wire.close();
  }
}
