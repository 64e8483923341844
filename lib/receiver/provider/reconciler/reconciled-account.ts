import { ValueError } from '../../../errors/index.js';
import type { EventSource } from '../../notifications/event-source.js';
import { isName } from '../../notifications/names.js';
import type { PixRecebidosSource } from '../pix-recebidos-source.js';
import type { RecebidosFinder } from '../recebidos-finder.js';
import type { PixReconciliationTenant } from './reconciliation.js';

/** The account whose received Pix are read, and their source. */
export interface ReconciledAccount extends EventSource {
  /** @throws ConfigurationError if there is no source of received Pix */
  readonly recebidos: () => PixRecebidosSource;
}

/**
 * @throws ValueError if the receiver's path has `:tenant` and `tenant` is missing or incomplete, or
 * if it has none and `tenant` is given
 */
export function resolveAccount(
  { name: receiver, hasTenants }: { readonly name: string; readonly hasTenants: boolean },
  finder: RecebidosFinder,
  tenant: PixReconciliationTenant | undefined,
): ReconciledAccount {
  if (!tenant && !hasTenants) {
    return { receiver, recebidos: () => finder.locate('PixReconciler') };
  }
  if (!tenant || !hasTenants || !isName(tenant.tenant) || !(tenant.recebidos as unknown)) {
    throw new ValueError(
      hasTenants
        ? `The path of the receiver ${receiver} has :tenant, so run() needs { tenant, recebidos } of one.`
        : `The path of the receiver ${receiver} has no :tenant, so run() takes no tenant.`,
    );
  }
  return { receiver, tenant: tenant.tenant, recebidos: () => tenant.recebidos };
}
