import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogues } from '../../devkit/cli/texts/catalogues.js';
import { ROOT } from '../support/compile.js';
import { runCommand, type CommandSetting } from './support/run-command.js';

/** Two messages: in Portuguese and in English. */
type Messages = [portuguese: string, english: string];
type Row = [args: string, ...Messages, setting?: CommandSetting];

const bank = { PIX_BASE_URL: 'https://127.0.0.1:1', PIX_TOKEN_URL: 'https://127.0.0.1:1/token' };
const client = { PIX_CLIENT_ID: 'id', PIX_CLIENT_SECRET: 'secret', PIX_MUTUAL_TLS: 'false' };
const account = { ...bank, PIX_PROVIDER: 'efi', ...client, PIX_CHAVE: 'loja@example.com' };
const used = createServer();
let [folder, port] = ['', 0];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pix-language-'));
  await writeFile(join(folder, 'package.json'), '{');
  await writeFile(join(folder, 'identity.json'), '{');
  await new Promise<void>((done) => used.listen(0, '127.0.0.1', done));
  ({ port } = used.address() as AddressInfo);
});

afterAll(async () => {
  used.close();
  await rm(folder, { recursive: true });
});

/** Runs a command in both languages. `DIR` is the folder of this test, `PORT` a port in use. */
async function runBoth(args: string, setting: CommandSetting): Promise<Messages> {
  const given = args.replaceAll('PORT', String(port)).replaceAll('DIR', folder).split(' ');
  const say = async (language: string) => {
    const { exitCode, err } = await runCommand([...given, '--lang', language], setting);
    expect(exitCode).toBeGreaterThan(0);
    return err.replaceAll(folder, 'DIR').replaceAll(String(port), 'PORT');
  };
  return [await say('pt'), await say('en')];
}

describe('a command that ends', () => {
  it.each<Row>([
    [
      'qr --chave a@b.com',
      'informe --nome e --cidade: todo código contém o nome e a cidade do recebedor.',
      'set --nome and --cidade: every code contains the name and city of the receiver.',
    ],
    ['qr', 'informe um Pix Copia e Cola, --chave', 'set a Pix Copia e Cola text, --chave'],
    ['qr x --txid y', '--txid: omita o que o texto já contém.', '--txid: omit what the text'],
    [
      'qr --chave a@b.com --nome n --cidade c --out DIR/package.json',
      'DIR/package.json já existe. Escolha outro arquivo com --out, ou substitua-o com --force.',
      'DIR/package.json exists. Choose another file with --out, or replace it with --force.',
    ],
    [
      'qr --chave a@b.com --nome n --cidade c --out DIR/no/x.svg',
      'não foi possível gravar DIR/no/x.svg (ENOENT).',
      'cannot write DIR/no/x.svg (ENOENT).',
    ],
    ['qr --chave a@b.com --nome n --cidade c --format png', 'informe --out', 'set --out for a PNG'],
    ['cobv', 'informe um arquivo, ou --original', 'name a file, or set --original'],
    ['cobv -', 'a cobrança deve ser um objeto JSON', 'the charge must be a JSON object'],
    ['cobv DIR/no', 'não foi possível ler DIR/no (ENOENT).', 'cannot read DIR/no (ENOENT).'],
    [
      'cobv --original 1.00 --vencimento 2026-06-10 --juros 1',
      '--juros deve ser como 2:1.00.',
      '--juros must be such as 2:1.00.',
    ],
    [
      'cobv --original 1.00 --vencimento 2026-06-10 --from x',
      '--from e --to devem ser dias',
      '--from and --to must be days',
    ],
    [
      'cobv --original 1.00 --vencimento 2026-06-10 --from 2026-06-02 --to 2026-06-01',
      'um período de 1 a 3660 dias.',
      'a period of 1 to 3660 days.',
    ],
    ['convert-p12', 'informe um arquivo PKCS#12', 'set a PKCS#12 file'],
    ['reconcile --from x', '--from deve ser um dia', '--from must be a day'],
    ['reconcile --from 2099-01-01', '--from deve ser anterior', '--from must be before'],
    [
      'reconcile --from 2026-01-01 --orders -',
      'linha 1 de --orders: txid deve ter de 1 a 35 letras ou dígitos.',
      'row 1 of --orders: txid must be 1 to 35 letters or digits.',
      { stdin: '[{}]' },
    ],
    [
      'reconcile --from 2026-01-01 --orders -',
      'o arquivo de --orders não tem nenhum pedido.',
      'the file of --orders has no order.',
    ],
    [
      'reconcile --from 2026-01-01 --orders -',
      'o JSON de --orders deve ser uma lista de txids',
      'the JSON of --orders must be a list of txids',
      { stdin: '[1' },
    ],
    [
      'reconcile --from 2026-01-01 --orders -',
      'falta a coluna valor no cabeçalho',
      'the header has no column valor',
      { stdin: 'txid\nt1' },
    ],
    [
      'reconcile --from 2026-01-01 --orders -',
      'linha 1 de --orders: valor deve ser um texto como 37.00',
      'row 1 of --orders: valor must be text such as 37.00',
      { stdin: 'txid,valor\nt1,x' },
    ],
    [
      'reconcile --from 2026-01-01 --orders -',
      '--orders contém o txid t1 duas vezes.',
      '--orders contains the txid t1 twice.',
      { stdin: 't1\nt1' },
    ],
    [
      'reconcile --from 2026-01-01 --env DIR/package.json --prefix PIX_LOJA_',
      'Para verificar a conta passo a passo: npx nestjs-pix doctor --env DIR/package.json --prefix PIX_LOJA_',
      'To check the account step by step: npx nestjs-pix doctor --env DIR/package.json --prefix PIX_LOJA_',
    ],
    [
      'webhook register',
      'informe a chave Pix como argumento, ou em PIX_CHAVE.',
      'set the Pix key as argument, or PIX_CHAVE.',
      { environment: { ...account, PIX_CHAVE: '' } },
    ],
    [
      'webhook register',
      'informe o endereço como argumento, ou em PIX_WEBHOOK_URL.',
      'set the address as argument, or PIX_WEBHOOK_URL.',
      { environment: account },
    ],
    ...(
      [
        ['x', 'o endereço não é uma URL', 'the address is not a URL'],
        ['http://a.b/', 'deve começar com https://', 'must begin with https://'],
        ['https://u:p@a.b/', 'não pode conter credenciais', 'must not contain credentials'],
        ['https://a.b/#c', 'não pode conter um fragmento', 'must not contain a fragment'],
        ['https://a.b/pix/pix', 'não pode terminar em /pix/pix', 'must not end in /pix/pix'],
        ['https://a.b/', 'não tem o parâmetro hmac', 'has no parameter hmac'],
      ] as const
    ).map(([url, ...messages]): Row => [
      `webhook register k ${url}`,
      ...messages,
      { environment: account },
    ]),
    ['ledger list', 'falta DATABASE_URL', 'DATABASE_URL is missing'],
    [
      'ledger list',
      'o banco de dados não respondeu (ECONNREFUSED).',
      'the database did not answer (ECONNREFUSED).',
      { environment: { ...account, DATABASE_URL: 'postgres://127.0.0.1:1/x' } },
    ],
    ['probe', 'informe PIX_BASE_URL e PIX_TOKEN_URL', 'set PIX_BASE_URL and PIX_TOKEN_URL'],
    [
      'probe',
      'um sandbox com token fixo precisa de PIX_SANDBOX_TOKEN e PIX_ENVIRONMENT=sandbox',
      'a sandbox with a fixed token needs PIX_SANDBOX_TOKEN and PIX_ENVIRONMENT=sandbox',
      { environment: { PIX_BASE_URL: bank.PIX_BASE_URL } },
    ],
    ['probe', 'informe PIX_CLIENT_ID.', 'set PIX_CLIENT_ID.', { environment: bank }],
    ['probe', 'esta conta é de produção', 'this is production', { environment: account }],
    [
      'probe --read-only --pause 0 --timeout 1',
      'não há conexão com o banco. Confira PIX_BASE_URL, PIX_CA, o certificado',
      'there is no connection to the bank. Check PIX_BASE_URL, PIX_CA, the certificate',
      { environment: account },
    ],
    [
      'probe --json --markdown',
      "a opção '--json' não pode ser usada com '--markdown'",
      "option '--json' cannot be used with option '--markdown'",
    ],
    [
      'simulator --port PORT --out DIR/certs',
      'a porta PORT de 127.0.0.1 já está em uso. Encerre quem a usa, ou escolha outra com --port.',
      'port PORT of 127.0.0.1 is already in use. Stop what uses it, or choose another with --port.',
    ],
    [
      'simulator --port 0 --host 192.0.2.1 --out DIR/certs',
      '192.0.2.1 não é um endereço desta máquina.',
      '192.0.2.1 is not an address of this machine.',
    ],
    [
      'simulator --port 0 --out DIR/package.json/x',
      'não foi possível gravar na pasta DIR/package.json/x (uma parte do caminho é um arquivo).',
      'cannot write to the folder DIR/package.json/x (a part of the path is a file).',
    ],
    [
      'simulator --port 0 --state DIR/package.json/x --out DIR/certs',
      'não foi possível gravar o estado em DIR/package.json/x (uma parte do caminho é um arquivo)',
      'cannot write the state to DIR/package.json/x (a part of the path is a file)',
    ],
    [
      'simulator --port 0 --out DIR',
      'DIR/identity.json está danificado. Remova-o',
      'DIR/identity.json is damaged. Remove it',
    ],
    ['logs --bank DIR', 'não há banco simulado em DIR', 'there is no simulated bank in DIR'],
  ])('says why in the chosen language: %s %s', async (args, portuguese, english, setting = {}) => {
    const [inPortuguese, inEnglish] = await runBoth(args, setting);
    expect(inPortuguese).toContain(portuguese);
    expect(inEnglish).toContain(english);
  });

  it('has a text in each language, and no other', () => {
    const sources = readdirSync(join(ROOT, 'devkit/cli'), { recursive: true, encoding: 'utf8' });
    const literals = sources
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) => readFileSync(join(ROOT, 'devkit/cli', path), 'utf8'))
      .flatMap((source) => source.match(/new CommandError\(\s*['"`][^'].*/g) ?? []);
    expect(literals).toEqual([]);
  });

  it.each(Object.entries(catalogues.pt.errors))('has a translation of %s', (name, text) => {
    const english = catalogues.en.errors[name as keyof typeof catalogues.en.errors];
    const read = (one: unknown): unknown =>
      typeof one === 'function' ? (one as (...args: string[]) => string)('1', '2', '3') : one;
    expect(read(text)).not.toEqual(read(english));
  });
});
