import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeBrCode, encodeBrCode, renderQrCode } from '../../lib/brcode/index.js';
import { runCommand } from './support/run-command.js';

const text = encodeBrCode({
  chave: 'loja@example.com',
  nome: 'Loja',
  cidade: 'Recife',
  valor: '37.00',
  txid: 'pedido1',
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pix-qr-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('nestjs-pix qr', () => {
  it('draws a text in the terminal, as argument or from the standard input', async () => {
    const drawing = `${renderQrCode(text, { format: 'terminal' })}\n`;
    expect(await runCommand(['qr', text])).toEqual({ exitCode: 0, out: drawing, err: '' });
    const { out } = await runCommand(['qr', '-'], { stdin: `${text}\n` });
    expect(out).toBe(drawing);
  });

  it('builds a static code from a key', async () => {
    const fields = ['--chave', 'loja@example.com', '--nome', 'Loja', '--cidade', 'Recife'];
    const more = ['--valor', '37.00', '--txid', 'pedido1'];
    const { out } = await runCommand(['qr', ...fields, ...more, '--text']);
    expect(out).toBe(`${text}\n`);
  });

  it('builds a dynamic code from a location', async () => {
    const location = 'pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002';
    const fields = ['--location', location, '--nome', 'Loja', '--cidade', 'Recife'];
    const { out } = await runCommand(['qr', ...fields, '--text']);
    expect(decodeBrCode(out.trim())).toMatchObject({ location, nome: 'Loja' });
  });

  it('prints the fields of a code', async () => {
    const { out } = await runCommand(['qr', '--decode', text]);
    expect(out).toContain('chave         loja@example.com\n');
    const json = await runCommand(['qr', '--decode', '--json', text]);
    expect(JSON.parse(json.out)).toMatchObject({ valor: '37.00', txid: 'pedido1' });
  });

  it('writes an image in the format of the file, and replaces it only with --force', async () => {
    const svg = join(folder, 'code.svg');
    expect(await runCommand(['qr', text, '--out', svg])).toMatchObject({ exitCode: 0, out: '' });
    expect(await readFile(svg, 'utf8')).toContain('<svg');
    const again = await runCommand(['qr', text, '--out', svg]);
    expect(again).toMatchObject({ exitCode: 1, err: expect.stringContaining('--force') });
    expect(await runCommand(['qr', text, '--out', svg, '--force'])).toMatchObject({ exitCode: 0 });
    const png = join(folder, 'code.png');
    await runCommand(['qr', text, '--out', png]);
    expect((await readFile(png)).subarray(1, 4).toString()).toBe('PNG');
  });

  it.each<[string[], RegExp]>([
    [[], /set a Pix Copia e Cola text, --chave or --location/],
    [[text, '--chave', 'a@b.example'], /--chave: omit what the text already contains/],
    [[text.replace('Loja', 'Lojb')], /CRC/],
    [['--chave', 'loja@example.com'], /--nome and --cidade/],
    [['--chave', 'x y', '--nome', 'Loja', '--cidade', 'Recife'], /chave/],
    [[text, '--format', 'png'], /set --out for a PNG/],
    [[text, '--out', '/nowhere/code.svg'], /cannot write \/nowhere\/code\.svg \(ENOENT\)/],
  ])('refuses %j', async (args, message) => {
    const { exitCode, out, err } = await runCommand(['qr', ...args]);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toMatch(message);
  });
});
