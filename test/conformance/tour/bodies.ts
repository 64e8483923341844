import { generateTxid } from '../../../lib/values/index.js';
import { COBV as FULL } from '../../simulator/support/bodies.js';

export const CHAVE = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
export const CPF = '12345678909';
export const CNPJ = '12345678000195';

export const COB = {
  calendario: { expiracao: 3600 },
  devedor: { cpf: CPF, nome: 'Francisco da Silva' },
  valor: { original: '37.00' },
  chave: CHAVE,
  solicitacaoPagador: 'Serviço realizado.',
  infoAdicionais: [{ nome: 'Campo 1', valor: 'Informação 1' }],
};

const RETIRADA = {
  valor: '20.00',
  modalidadeAgente: 'AGTEC',
  prestadorDoServicoDeSaque: '12345678',
};
export const SAQUE = { ...COB, valor: { original: '0.00', retirada: { saque: RETIRADA } } };
export const TROCO = { ...COB, valor: { original: '80.00', retirada: { troco: RETIRADA } } };

export const COBV = {
  ...FULL,
  calendario: { dataDeVencimento: '2024-05-15', validadeAposVencimento: 30 },
  valor: {
    ...FULL.valor,
    desconto: { modalidade: 1, descontoDataFixa: [{ data: '2024-05-10', valorPerc: '30.00' }] },
  },
  chave: CHAVE,
};

/** A due-date charge of a company, with a discount for each day of anticipation. */
export const COBV_EMPRESA = {
  ...COBV,
  devedor: { cnpj: CNPJ, nome: 'Empresa SA' },
  valor: { original: '100.00', desconto: { modalidade: 6, valorPerc: '0.50' } },
};

export const REC = {
  vinculo: {
    contrato: '63100862',
    devedor: { cpf: CPF, nome: 'Fulano de Tal' },
    objeto: 'Serviço de streaming',
  },
  calendario: {
    dataInicial: '2024-05-01',
    dataFinal: '2024-12-31',
    periodicidade: 'MENSAL' as const,
  },
  valor: { valorRec: '35.00' },
  recebedor: { convenio: 'Master' },
  politicaRetentativa: 'PERMITE_3R_7D' as const,
};

export const DESTINATARIO = {
  agencia: '2569',
  conta: '550689',
  cpf: CPF,
  ispbParticipante: '91193552',
};

export const solicrec = (idRec: string, expiry = '2024-05-20T12:00:00Z') => ({
  idRec,
  calendario: { dataExpiracaoSolicitacao: expiry },
  destinatario: DESTINATARIO,
});

export const CONTA = { agencia: '9708', conta: '012682', tipoConta: 'CORRENTE' as const };

export const cobr = (idRec: string, dataDeVencimento: string) => ({
  idRec,
  infoAdicional: 'Serviços de streaming',
  calendario: { dataDeVencimento },
  valor: { original: '35.00' },
  ajusteDiaUtil: true,
  recebedor: CONTA,
  devedor: { email: 'fulano@example.com', cidade: 'Recife', uf: 'PE', cep: '70011750' },
});

export const txid = generateTxid;

export const REMOVED = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
export const CANCELLED = { status: 'CANCELADA' };
