import type { SimulatorState } from '../domain/state/simulator-state.js';
import type { SimulatorInfo } from './answers.js';

export function buildInfo(
  { settings }: SimulatorState,
  { url, tokenUrl }: Pick<SimulatorInfo, 'url' | 'tokenUrl'>,
): SimulatorInfo {
  const { clientId, quirks, rules, recebedor, chaves } = settings;
  return {
    url,
    tokenUrl,
    clientId,
    ...(quirks.name !== undefined && { quirks: quirks.name }),
    rules,
    recebedor: recebedor.nome,
    ...(chaves !== 'any' && { chaves: [...chaves] }),
  };
}
