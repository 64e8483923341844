import { handshake, type Handshake } from '../../handshake.js';
import { both } from '../../language.js';
import { conforms, deviates, fact, note, unknown } from '../model/findings.js';
import type { Finding } from '../model/report.js';
import type { Probe } from '../probe.js';
import type { Tour } from '../tour.js';

const VERSIONS = ['TLSv1.2', 'TLSv1.3'] as const;
/** Time limit of a handshake in seconds. */
const TIMEOUT = 5;

export const tlsProbe: Probe = {
  id: 'tls',
  title: both('Conexão e certificados', 'Connection and certificates'),
  sends: both(
    'um handshake com TLS 1.2 e outro com TLS 1.3; um `GET` sem certificado de cliente e o mesmo com ele',
    'one handshake with TLS 1.2 and one with TLS 1.3; one `GET` without a client certificate, and the same with it',
  ),
  writes: false,
  decides: ['mutualTls'],
  run: async (tour) => {
    const results: Handshake[] = [];
    for (const version of VERSIONS) results.push(await handshake(tour.target, TIMEOUT, version));
    const connected = results.filter(({ version }) => version !== undefined);
    if (connected.length === 0) return [describeFailure(results)];
    tour.isConnected = true;
    return [...describeHandshakes(connected), await probeWithoutCertificate(tour)];
  },
};

function describeFailure(results: readonly Handshake[]): Finding {
  const codes = [...new Set(results.map(({ failure = '' }) => failure))].join(', ');
  return unknown(`não houve conexão (${codes})`, `no connection (${codes})`);
}

function describeHandshakes(connected: readonly Handshake[]): Finding[] {
  const versions = connected.map(({ version = '' }) => version).join(', ');
  const { issuer, daysLeft = 0 } = connected[0] ?? {};
  const authority =
    issuer === undefined
      ? []
      : [
          note(
            `certificado do servidor assinado por ${issuer}`,
            `server certificate signed by ${issuer}`,
          ),
        ];
  const validity =
    daysLeft > 14
      ? conforms(
          `o certificado do servidor vale por mais ${daysLeft} dias`,
          `the server certificate is valid for ${daysLeft} more days`,
        )
      : deviates(
          `o certificado do servidor expira em ${daysLeft} dias`,
          `the server certificate expires in ${daysLeft} days`,
        );
  return [conforms(`aceita ${versions}`, `accepts ${versions}`), ...authority, validity];
}

/**
 * A response to a request without a certificate shows that the handshake does not require one. That it fails shows the
 * contrary only if the same request with the certificate gets a response.
 */
async function probeWithoutCertificate({ wire, target }: Tour): Promise<Finding> {
  const request = { method: 'GET', url: target.baseUrl };
  const { status, failure } = await wire.send({ ...request, certificate: false });
  if (failure === undefined) {
    return note(
      `sem certificado de cliente, responde ${status}: a conexão não o exige`,
      `without a client certificate it responds with ${status}: the connection does not require one`,
    );
  }
  const control = target.certificate === undefined ? undefined : await wire.send(request);
  if (control?.failure !== undefined || control === undefined || failure === 'timeout') {
    return unknown(
      `não se sabe se exige certificado de cliente (${failure})`,
      `whether it requires a client certificate is unknown (${failure})`,
    );
  }
  return {
    ...conforms('exige certificado de cliente (mTLS)', 'requires a client certificate (mTLS)'),
    facts: [fact(true, 'mutualTls')],
  };
}
