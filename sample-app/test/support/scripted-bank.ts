import { BankEnvironment } from './bank-environment.js';
import { ScriptedProvider, type ScriptedReply } from './scripted-provider.js';

/** A scripted provider, and the environment of a shop that uses it. */
export interface ScriptedBank {
  readonly provider: ScriptedProvider;
  readonly environment: BankEnvironment;
  close(): Promise<void>;
}

export async function openScriptedBank(): Promise<ScriptedBank> {
  const provider = await ScriptedProvider.start();
  const environment = new BankEnvironment({
    ca: provider.ca,
    clientCertificate: provider.clientCertificate,
    baseUrl: provider.origin,
    tokenUrl: `${provider.origin}/token`,
  });
  let closing: Promise<void> | undefined;
  const close = async () => {
    await provider.close();
    environment.remove();
  };
  return { provider, environment, close: () => (closing ??= close()) };
}

/** Creates the charge of a request. */
export const createdCharge: ScriptedReply = ({ txid, body }) => ({
  status: 201,
  body: {
    ...body,
    txid,
    status: 'ATIVA',
    revisao: 0,
    calendario: {
      criacao: new Date().toISOString(),
      expiracao: 3600,
      ...(body.calendario as object),
    },
    pixCopiaECola: `00020126580014br.gov.bcb.pix0136${txid}`,
  },
});
