import type { SimulatorState } from '../domain/state/simulator-state.js';

/** What the control API tells of the simulator itself: nothing that is a secret. */
export interface SimulatorInfo {
  url: string;
  tokenUrl: string;
  clientId: string;
  /** Name of the provider whose quirks it shows; absent when it is as the specification says. */
  quirks?: string;
  recebedor: string;
  /** The receiver's keys; absent when any key is. */
  chaves?: string[];
}

export function infoOf(
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
