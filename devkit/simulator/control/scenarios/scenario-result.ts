import type { PemCertificate } from '../../kernel/certificates/pem-certificate.js';
import type { ScenarioId } from './scenario-id.js';

/** A scenario in the list. */
export interface ScenarioSummary {
  id: ScenarioId;
  /** In Portuguese. */
  title: string;
  /** What the application should do, in Portuguese. */
  description: string;
  /** Operations of the Pix API that it calls, by id, and `webhook` if the receiver must have registered one. */
  needs: string[];
  /** Texts of the steps, in Portuguese. */
  steps: string[];
  /** Why it cannot run now, in Portuguese. Absent if it can. */
  unavailable?: string;
}

/** Kind of a record of a {@link ScenarioResult}: a resource of the Pix API, or a webhook delivery. */
export type ScenarioRecordKind =
  'cob' | 'cobv' | 'pix' | 'devolucao' | 'rec' | 'solicrec' | 'cobr' | 'delivery';

/** A record that a scenario created, in its state at the end of the scenario. */
export interface ScenarioRecord {
  kind: ScenarioRecordKind;
  /** `txid`, `endToEndId`, `idRec`, `idSolicRec`, or the number of a delivery. */
  id: string;
  /** Absent for a Pix, which has none. */
  status?: string;
  /** Decimal text. Absent for records without an amount. */
  valor?: string;
  /** `endToEndId` of the refunded Pix. Only for a refund. */
  endToEndId?: string;
}

/** A step that was performed. */
export interface ScenarioEvent {
  /** RFC 3339, by the simulator's clock. */
  at: string;
  /** In Portuguese. */
  text: string;
}

/** What a scenario did. */
export interface ScenarioResult {
  id: ScenarioId;
  title: string;
  /** The steps in their order. */
  events: ScenarioEvent[];
  /** The records that the scenario created, oldest first. Deliveries may still be pending: see `control.idle`. */
  records: ScenarioRecord[];
  /** Ids of the fault rules that the scenario added and that still apply. */
  faults: number[];
  /** When the bank removes these rules: RFC 3339, by the simulator's clock. Absent if it does not. */
  faultsUntil?: string;
  /** An expired client certificate with its key. Only for the scenario that issues one. */
  certificate?: PemCertificate;
}
