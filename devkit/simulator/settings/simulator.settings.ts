import type { FaultRule } from '../faults/fault.js';
import type { HostileBehavior } from '../hostile/hostile-kinds.js';
import type { SimulatedProfile } from '../profiles/profile.js';
import type { SimulatorConta, SimulatorRecebedor, SimulatorRules } from './simulator.options.js';

/** The options after validation, with defaults. */
export interface SimulatorSettings {
  readonly quirks: SimulatedProfile;
  readonly rules: SimulatorRules;
  readonly faults: readonly FaultRule[];
  readonly hostile: readonly HostileBehavior[];
  readonly port: number;
  readonly host: string;
  readonly names: readonly string[];
  readonly console: { readonly port: number; readonly host: string } | undefined;
  readonly sandbox: { readonly token: string; readonly port: number } | undefined;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly sellerToken: string;
  readonly scopes: readonly string[];
  readonly tokenLifetime: number;
  readonly chaves: ReadonlySet<string> | 'any';
  readonly contas: readonly SimulatorConta[] | 'any';
  readonly convenios: ReadonlySet<string> | 'any';
  readonly recebedor: Readonly<Required<Omit<SimulatorRecebedor, 'nomeFantasia'>>> & {
    readonly nomeFantasia?: string;
  };
  readonly ispb: string;
  /** Host and path of locations, without scheme. */
  readonly locationBase: string;
  readonly locationPort: number;
  readonly refundDelay: number;
  readonly processingDelay: number;
  readonly webhook: {
    readonly retryDelays: readonly number[];
    readonly timeout: number;
    readonly ca: readonly string[];
  };
}

/**
 * {@link SimulatorSettings} before the listener of locations is open: `locationBase` is set only if an option sets it.
 */
export type PreliminarySettings = Omit<SimulatorSettings, 'locationBase'> & {
  readonly locationBase: string | undefined;
};
