import type { SimulatorState } from '../domain/state/simulator-state.js';

/** Description of the simulator in the control API. It contains no secrets. */
export interface SimulatorInfo {
  /** Base address of the API. */
  url: string;
  tokenUrl: string;
  clientId: string;
  /** Name of the simulated provider. Absent if the simulator follows the specification. */
  quirks?: string;
  /** Name of the receiver. */
  recebedor: string;
  /** The receiver's keys. Absent if every key belongs to the receiver. */
  chaves?: string[];
}

export function buildInfo(
  { settings }: SimulatorState,
  { url, tokenUrl }: Pick<SimulatorInfo, 'url' | 'tokenUrl'>,
): SimulatorInfo {
  const { clientId, quirks, recebedor, chaves } = settings;
  return {
    url,
    tokenUrl,
    clientId,
    ...(quirks.name !== undefined && { quirks: quirks.name }),
    recebedor: recebedor.nome,
    ...(chaves !== 'any' && { chaves: [...chaves] }),
  };
}
