import { describe, expect, it } from '@jest/globals';
import { type CsvColumn, toCsvInstant, toCsvMoney, writeCsv } from '../src/lists/csv.js';

interface Row {
  readonly nome: string | null;
  readonly valor: string;
}

const COLUMNS: readonly CsvColumn<Row>[] = [
  { titulo: 'Nome', valor: ({ nome }) => nome },
  { titulo: 'Valor', valor: ({ valor }) => toCsvMoney(valor) },
];

async function write(...rows: Row[]): Promise<string> {
  async function* views() {
    yield* await Promise.resolve(rows);
  }
  let text = '';
  for await (const line of writeCsv(COLUMNS, views())) text += line;
  return text;
}

describe('CSV', () => {
  it('has a byte order mark, semicolons, CRLF and decimal commas', async () => {
    await expect(write({ nome: 'Camiseta', valor: '1037.50' })).resolves.toBe(
      '\uFEFFNome;Valor\r\nCamiseta;1037,50\r\n',
    );
  });

  it.each([
    [null, ''],
    ['a;b', '"a;b"'],
    ['a "b"', '"a ""b"""'],
    ['a\r\nb', '"a\r\nb"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t=1"'],
    ['Ana,=1+1', '"Ana,=1+1"'],
    ['Ana,12=1', '"Ana,12=1"'],
    ['Ana\t=1+1', '"Ana\t=1+1"'],
    ['12,50', '12,50'],
    ['\r=1', '"\'\r=1"'],
    ['=HYPERLINK("http://x";"y")', '"\'=HYPERLINK(""http://x"";""y"")"'],
    ['a=1', 'a=1'],
  ])('writes %j as %j', async (nome, cell) => {
    await expect(write({ nome, valor: '1.00' })).resolves.toBe(
      `\uFEFFNome;Valor\r\n${cell};1,00\r\n`,
    );
  });

  it('writes instants in the time of São Paulo', () => {
    expect(toCsvInstant('2026-03-10T01:02:03.456Z')).toBe('09/03/2026 22:02:03');
    expect(toCsvInstant(null)).toBeNull();
  });
});
