import { describe, expect, it } from '@jest/globals';
import { addDays, toDay } from '../src/invoices/brazilian-day.js';
import { MAX_ROWS, parseInvoiceCsv, toCsv } from '../src/invoices/invoice-csv.js';

const due = addDays(toDay(new Date()), 10);
const brazilianDue = due.split('-').reverse().join('/');
const HEADER = 'nome;cpfCnpj;valor;vencimento;descricao';
const row = (change: { cpfCnpj?: string; valor?: string; vencimento?: string } = {}) => [
  'Ana',
  change.cpfCnpj ?? '52998224725',
  change.valor ?? '10,00',
  change.vencimento ?? due,
  'Curso',
];
const parse = (cells: string[], header = HEADER) =>
  parseInvoiceCsv(`${header}\n${cells.join(';')}\n`);
const firstRow = (content: ReturnType<typeof parse>) => {
  if ('erros' in content) throw new Error(JSON.stringify(content.erros));
  return content.linhas[0]!.fatura;
};

describe('parseInvoiceCsv()', () => {
  it.each([
    ['10,00', '10.00'],
    ['10.00', '10.00'],
    ['10,5', '10.50'],
    ['10', '10.00'],
    ['1.234,56', '1234.56'],
    ['1.234', '1234.00'],
    ['R$ 1.234.567,00', '1234567.00'],
    ['12345.67', '12345.67'],
  ])('reads the amount %s as %s', (valor, expected) => {
    expect(firstRow(parse(row({ valor }))).valor).toBe(expected);
  });

  it.each(['', '0', '0,00', '-1,00', '10,001', '1,234.56', '1e3', 'dez', '12345678901,00'])(
    'refuses the amount %j',
    (valor) => {
      expect(parse(row({ valor }))).toMatchObject({ erros: [{ linha: 2, campo: 'valor' }] });
    },
  );

  it.each([due, brazilianDue])('reads the date %s', (vencimento) => {
    expect(firstRow(parse(row({ vencimento }))).vencimento).toBe(due);
  });

  it.each(['', '31/02/2030', '2030-02-31', '1/1/2030', addDays(toDay(new Date()), -1)])(
    'refuses the date %j',
    (vencimento) => {
      expect(parse(row({ vencimento }))).toMatchObject({ erros: [{ campo: 'vencimento' }] });
    },
  );

  it.each(['12ABC34501DE35', '12.ABC.345/01DE-35', '11444777000161', '529.982.247-25'])(
    'accepts the tax id %s',
    (cpfCnpj) => {
      expect(firstRow(parse(row({ cpfCnpj }))).cpfCnpj).toBe(cpfCnpj);
    },
  );

  it.each(['', '11111111111', '52998224724', '1144477700016'])(
    'refuses the tax id %j',
    (cpfCnpj) => {
      expect(parse(row({ cpfCnpj }))).toMatchObject({ erros: [{ campo: 'cpfCnpj' }] });
    },
  );

  it('accepts commas, a BOM, quotes, other orders of columns and empty lines', () => {
    const content = `\uFEFFDescricao,NOME,valor,vencimento,cpfCnpj\r\n\r\n"Curso, ""A""","Ana\nMaria","1.000,00",${due},52998224725\r\n`;
    expect(parseInvoiceCsv(content)).toMatchObject({
      linhas: [{ linha: 3, fatura: { descricao: 'Curso, "A"', nome: 'Ana\nMaria' } }],
    });
  });

  it.each([
    ['', 'faltam no cabeçalho: nome, cpfCnpj, valor, vencimento, descricao'],
    ['nome;valor\n', 'faltam no cabeçalho: cpfCnpj, vencimento, descricao'],
    [`${HEADER};email\n`, 'colunas desconhecidas: email'],
    [`${HEADER};nome\n`, 'o cabeçalho repete uma coluna'],
    [`${HEADER}\n;;;;\n`, 'o arquivo não tem faturas'],
    [`${HEADER}\nJo\uFFFDo`, 'o arquivo deve estar em UTF-8'],
  ])('refuses the file %j', (content, mensagem) => {
    expect(parseInvoiceCsv(content)).toEqual({ erros: [{ linha: 1, campo: null, mensagem }] });
  });

  it('refuses more rows than the limit', () => {
    const rows = Array.from({ length: MAX_ROWS + 1 }, () => row().join(';'));
    expect(parseInvoiceCsv(`${HEADER}\n${rows.join('\n')}`)).toMatchObject({
      erros: [{ mensagem: `o arquivo deve ter no máximo ${MAX_ROWS} faturas` }],
    });
  });

  it.each(['-1', '366', '1,5', 'x'])('refuses %s days after the due date', (days) => {
    expect(parse([...row(), days], `${HEADER};diasAposVencimento`)).toMatchObject({
      erros: [{ campo: 'diasAposVencimento' }],
    });
  });
});

describe('toCsv()', () => {
  it('writes no cell that a spreadsheet runs as a formula', () => {
    expect(toCsv([['Ana,=1+1', '12,50']])).toBe(`\uFEFF"Ana,=1+1";12,50\r\n`);
    expect(toCsv([['=1+1', '@SUM(A1)', 'a;b']])).toBe(`\uFEFF"'=1+1";"'@SUM(A1)";"a;b"\r\n`);
  });
});
