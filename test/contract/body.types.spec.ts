import { describe, expect, it } from '@jest/globals';
import { CobSolicitadaDto } from '../../lib/dto.js';
import type {
  CobRSolicitada,
  CobSolicitada,
  CobVSolicitada,
  PixCobService,
  SolicRecSolicitada,
} from '../../lib/index.js';

type Created = Parameters<PixCobService['create']>[0];

const base = { valor: { original: '37.00' }, chave: 'loja@example.com' };
const nome = 'Ana';

describe('types of bodies', () => {
  it('accept CPF or CNPJ, and not both', () => {
    const bodies: CobSolicitada[] = [
      { ...base, devedor: { cpf: '12345678909', nome } },
      { ...base, devedor: { cnpj: '12345678000195', nome } },
      { ...base, devedor: { cpf: '12345678909', cnpj: null, nome } },
      // @ts-expect-error: CPF together with CNPJ
      { ...base, devedor: { cpf: '12345678909', cnpj: '12345678000195', nome } },
      // @ts-expect-error: neither CPF nor CNPJ
      { ...base, devedor: { nome } },
    ];
    // @ts-expect-error: CPF together with CNPJ
    const devedor: CobVSolicitada['devedor'] = { cpf: '12345678909', cnpj: '12ABC34501DE35', nome };
    // @ts-expect-error: CPF together with CNPJ
    const destinatario: SolicRecSolicitada['destinatario'] = {
      cpf: '12345678909',
      cnpj: '12345678000195',
      conta: '1',
      ispbParticipante: '12345678',
    };
    expect([bodies.length, devedor.nome, destinatario.conta]).toEqual([5, nome, '1']);
  });

  it('accept null, numeric text and the number of an account, where they are normalized', () => {
    const cob: CobSolicitada = { ...base, calendario: { expiracao: '3600' }, loc: null };
    const recebedor: CobRSolicitada['recebedor'] = { conta: 7892, tipoConta: 'CORRENTE' };
    // @ts-expect-error: a required field is not null
    const withoutAmount: CobSolicitada = { ...base, valor: null };
    // @ts-expect-error: an amount is text
    const amount: CobSolicitada['valor'] = { original: 37 };
    // @ts-expect-error: text that is not a number
    const text: CobSolicitada['calendario'] = { expiracao: '1 hora' };
    expect([cob.loc, recebedor.conta, withoutAmount.valor, amount.original, text]).toHaveLength(5);
  });

  it('accept instances of the DTOs', () => {
    const dto = new CobSolicitadaDto();
    Object.assign(dto, base);
    dto.devedor = { cpf: '12345678909', nome };
    const sent: Created = dto;
    const body: CobSolicitada = dto;
    expect([sent, body]).toEqual([dto, dto]);
  });
});
