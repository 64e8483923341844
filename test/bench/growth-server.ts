import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestCertificate } from '../support/certificates.js';

/** The first message of the benchmark to its server process. */
export interface GrowthOrder {
  certificate: TestCertificate;
  ca: string;
  /** The charge that is returned, under the txid that is asked for. */
  charge: object;
}

/** Charges of a page, and pages of each period. */
const [PAGE, PAGES] = [1_000, 10];

process.once('message', ({ certificate, ca, charge }: GrowthOrder) => {
  const token = JSON.stringify({ access_token: 'token', token_type: 'Bearer', expires_in: 86_400 });
  const toCharge = (txid: string) => JSON.stringify({ ...charge, txid });
  /** Every period of the list has the same number of charges, each with a txid of its own. */
  const toPage = ({ searchParams }: URL) => {
    const [inicio, fim] = [searchParams.get('inicio'), searchParams.get('fim')];
    const paginaAtual = Number(searchParams.get('paginacao.paginaAtual'));
    const first = Date.parse(inicio ?? '') * PAGES + paginaAtual * PAGE;
    const cobs = Array.from({ length: PAGE }, (_, index) =>
      toCharge(String(first + index).padStart(32, '0')),
    );
    const paginacao = {
      paginaAtual,
      itensPorPagina: PAGE,
      quantidadeDePaginas: PAGES,
      quantidadeTotalDeItens: PAGE * PAGES,
    };
    return `{"parametros":${JSON.stringify({ inicio, fim, paginacao })},"cobs":[${cobs.join()}]}`;
  };
  const answer = (method = '', address = '/') => {
    const url = new URL(address, 'https://localhost');
    if (method === 'POST') return token;
    return method === 'GET' ? toPage(url) : toCharge(url.pathname.slice(-32));
  };
  const server = createServer(
    { ...certificate, ca, requestCert: true, rejectUnauthorized: true, keepAliveTimeout: 60_000 },
    (request, response) => {
      request.resume();
      request.on('end', () => {
        response.writeHead(request.method === 'PUT' ? 201 : 200, {
          'Content-Type': 'application/json',
        });
        response.end(answer(request.method, request.url));
      });
    },
  );
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());
