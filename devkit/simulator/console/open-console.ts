import type { ControlEndpoint } from '../control-api/control-endpoint.js';
import { Dispatcher, warn } from '../http/dispatcher.js';
import type { PreliminarySettings } from '../settings/simulator.settings.js';
import { ConsoleAssets } from './console-assets.js';
import { ConsoleServer } from './console-server.js';

/**
 * Serves the page and the control API that it calls. Resolves to `undefined` if the settings
 * disable the console.
 */
export function openConsole(
  { console }: Pick<PreliminarySettings, 'console'>,
  controlApi: ControlEndpoint,
): Promise<ConsoleServer | undefined> {
  if (console === undefined) return Promise.resolve(undefined);
  const endpoints = [['/simulator', controlApi] as const, ['', new ConsoleAssets()] as const];
  return ConsoleServer.listen(console, new Dispatcher(endpoints, warn));
}
