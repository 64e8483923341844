import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ConfigView } from '../../../src/catalogue/catalogue.controller.js';
import { call } from '../api/call.js';
import { useLoaded } from '../hooks/use-loaded.js';

/** Until the configuration is known, pages show nothing that only the demo has. */
const UNKNOWN: ConfigView = { demo: false, console: null, cnpj: null };

const ConfigContext = createContext(UNKNOWN);

export const useConfig = (): ConfigView => useContext(ConfigContext);

/** Loads the configuration of the shop once, for all pages. */
export function ConfigProvider({ children }: { readonly children: ComponentChildren }) {
  const { data } = useLoaded((signal) => call<ConfigView>('/api/config', { signal }), []);
  return <ConfigContext.Provider value={data ?? UNKNOWN}>{children}</ConfigContext.Provider>;
}
