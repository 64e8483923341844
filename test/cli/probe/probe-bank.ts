import { runProbes } from '../../../devkit/cli/probe/probe.js';
import type { ProbeReport } from '../../../devkit/cli/probe/report.js';
import type { ProbeTarget } from '../../../devkit/cli/probe/target.js';
import type { ProbeTime } from '../../../devkit/cli/probe/wire.js';
import { probeTexts } from '../../../devkit/cli/texts/probe.en.js';
import { PixSimulator, type PixSimulatorOptions } from '../../../devkit/simulator/public.js';
import {
  findPixProvider,
  listProviderScopes,
  type PixProviderName,
} from '../../../lib/providers/index.js';
import { loadCa, loadCertificate } from '../../../lib/transport/index.js';

/** Values that no report may contain. */
export const secrets = {
  clientId: 'cliente-canario-7f3a9',
  clientSecret: 'segredo-canario-51d0c8e2',
  chave: 'canario.recebedor@example.com',
  contaCorrente: '8273645',
  appKey: 'chave-de-aplicativo-canario',
};

/** A simulated bank that grants what the profile of a provider asks for. */
export function startBank(
  quirks?: PixProviderName,
  options: PixSimulatorOptions = {},
): Promise<PixSimulator> {
  const profile = quirks && findPixProvider(quirks);
  const hasSecret = profile?.server?.token?.noSecret !== true;
  return PixSimulator.start({
    clientId: secrets.clientId,
    ...(hasSecret && { clientSecret: secrets.clientSecret }),
    ...(profile && { quirks, scopes: listProviderScopes(profile) }),
    ...options,
  });
}

export async function buildTarget(
  simulator: PixSimulator,
  more: Partial<ProbeTarget> = {},
): Promise<ProbeTarget> {
  const { clientSecret, certificate, ca } = simulator.moduleOptions;
  return {
    environment: 'sandbox',
    baseUrl: simulator.url,
    tokenUrl: simulator.tokenUrl,
    clientId: secrets.clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    certificate: await loadCertificate(certificate),
    ca: await loadCa(ca),
    chave: secrets.chave,
    contaCorrente: secrets.contaCorrente,
    appKey: secrets.appKey,
    ...more,
  };
}

/** Waits on the clock of the simulator instead of the machine's. */
export function simulatedTime({ control }: PixSimulator): ProbeTime {
  return {
    now: () => control.clock.now(),
    sleep: (ms) => {
      if (ms > 0) control.clock.advance(ms / 1000);
      return Promise.resolve();
    },
  };
}

export async function probeBank(
  simulator: PixSimulator,
  { readOnly = false, ...more }: Partial<ProbeTarget> & { readOnly?: boolean } = {},
): Promise<ProbeReport> {
  return runProbes({
    target: await buildTarget(simulator, more),
    readOnly,
    time: simulatedTime(simulator),
    timeout: 10,
    pause: 0,
    texts: probeTexts,
  });
}
