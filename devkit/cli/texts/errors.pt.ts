import type { ErrorTexts } from './errors.en.js';

/** Why a command ends, in Portuguese. */
export const errorTexts: ErrorTexts = {
  interrupted: 'interrompido.',
  noPassphrase: 'nenhuma senha foi digitada.',
  setPassphrase: (variable) =>
    `informe a senha na variável ${variable}, ou execute o comando em um terminal.`,
  unreadable: (file, code, option) =>
    `não foi possível ler ${file} (${code}). Escolha outro arquivo com ${option}.`,
  unwritable: (file, code, option) =>
    `não foi possível gravar ${file} (${code}). Escolha outro arquivo com ${option}.`,
  exists: (file, option) =>
    `${file} já existe. Escolha outro arquivo com ${option}, ou substitua-o com --force.`,

  doctor: (reason, command) => `${reason} Para verificar a conta passo a passo: ${command}`,
  outcomeUnknown: (reason) =>
    `${reason} O resultado é desconhecido: a chamada pode ter tido efeito. Consulte-o antes de repetir o comando.`,
  noDatabase: 'falta DATABASE_URL: o endereço do PostgreSQL do razão.',
  noPg: 'falta o pacote pg: npm install pg.',
  noTables:
    'faltam as tabelas do razão: chame migrate() do seu store, ou indique-as com --schema e --table.',
  noLedgerName:
    'com --prefix, informe também --name: a conta do razão, que é o nome do seu PixModule.',
  emptyLedger: (name) =>
    `o razão de ${name} não tem cobranças nem pagamentos. Informe em --name a conta do PixLedgerModule da aplicação.`,
  databaseRefused: (code) => `o banco de dados recusou (${code}).`,
  databaseSilent: (code) => `o banco de dados não respondeu (${code}).`,

  png: 'informe --out para um PNG: ele não é texto.',
  alreadyInText: (options) => `${options}: omita o que o texto já contém.`,
  noCode: 'informe um Pix Copia e Cola, --chave ou --location.',
  noReceiver: 'informe --nome e --cidade: todo código contém o nome e a cidade do recebedor.',
  pkcs12OrPem: 'informe um arquivo PKCS#12, ou --cert e --key, mas não ambos.',

  period: (most) => `informe com --from e --to um período de 1 a ${most} dias.`,
  noCharge: 'a cobrança deve ser um objeto JSON com calendario e valor.',
  chargeOptions: 'informe um arquivo, ou --original e --vencimento.',
  example: (option, example) => `${option} deve ser como ${example}.`,
  days: '--from e --to devem ser dias: 2026-06-10.',

  order: '--from deve ser anterior a --to e ao momento atual.',
  instant: (option) => `${option} deve ser um dia, como 2026-11-01, ou um instante RFC 3339.`,
  noOrder: 'o arquivo de --orders não tem nenhum pedido.',
  ordersJson: 'o JSON de --orders deve ser uma lista de txids, ou de objetos com txid e valor.',
  ordersCsv: (row, reason) => `o CSV de --orders é inválido na linha ${row}: ${reason}.`,
  noValorColumn:
    'linha 1 de --orders: falta a coluna valor no cabeçalho, e sem ela os valores não podem ser comparados. Chame de valor a coluna dos valores, ou remova o cabeçalho de uma lista de txids.',
  orderTxid: (row) => `linha ${row} de --orders: txid deve ter de 1 a 35 letras ou dígitos.`,
  orderValor: (row) => `linha ${row} de --orders: valor deve ser um texto como 37.00 ou 37,00.`,
  orderTwice: (txid) => `--orders contém o txid ${txid} duas vezes.`,

  noNest:
    'o package.json desta pasta não lista uma aplicação Nest (@nestjs/core com @nestjs/platform-express ou @nestjs/platform-fastify). Execute o comando na pasta da sua, ou crie uma: npx @nestjs/cli new shop',
  manifest: 'o package.json desta pasta não é JSON.',

  noUrl: 'o endereço não é uma URL: deve começar com https://',
  noHttps: 'o endereço deve começar com https://',
  hasCredentials: 'o endereço não pode conter credenciais: os bancos não as enviam',
  hasFragment: 'o endereço não pode conter um fragmento (#…): ele nunca é enviado',
  hasSuffix: (kind) =>
    `o endereço não pode terminar em /${kind}/${kind}: o próprio banco acrescenta /${kind}`,
  otherAddress: (address) =>
    `o banco aceitou o registro e devolve outro endereço: ${address}. Confira com nestjs-pix webhook list.`,
  noKey: (variable) => `informe a chave Pix como argumento, ou em ${variable}.`,
  noAddress: (variable) => `informe o endereço como argumento, ou em ${variable}.`,
  hmacArgument: (secret, address) =>
    `o parâmetro hmac de um endereço é um segredo, e outros usuários desta máquina podem ler argumentos. Informe ${secret}, ou o endereço inteiro em ${address}.`,
  noHmac: (variable) =>
    `o endereço não tem o parâmetro hmac; assim, qualquer pessoa poderia enviar notificações. Informe ${variable}, ou use --mtls se o receptor confere o certificado do banco.`,

  certificateVariables: (reason, variables) => `${reason} As variáveis são ${variables}.`,
  noBank: (base, token, provider) =>
    `informe ${base} e ${token}, ou ${provider}, no ambiente ou no arquivo de --env.`,
  noTokenUrl: (tokenUrl, sandboxToken, environment) =>
    `informe ${tokenUrl}; um sandbox com token fixo precisa de ${sandboxToken} e ${environment}=sandbox em vez disso.`,
  set: (variable) => `informe ${variable}.`,
  production: (environment) =>
    `esta conta é de produção: o comando criaria e removeria duas cobranças de R$ 0,01 e um webhook. Use --read-only para enviar só consultas, --yes para continuar, ou ${environment}=sandbox para um sandbox.`,
  noToken: (variables) => `o banco não emitiu um token. Confira ${variables} e o certificado.`,
  noConnection: (variables) =>
    `não há conexão com o banco. Confira ${variables}, o certificado, e se um firewall ou uma VPN permite a conexão.`,

  noHost: (host, option) => `${host} não é um endereço desta máquina. Escolha outro com ${option}.`,
  state: (folder, reason) =>
    `não foi possível gravar o estado em ${folder} (${reason}). Escolha outra pasta com --state.`,
  portAccess: (port, host, option) =>
    `este usuário não pode abrir a porta ${port} de ${host}: escolha outra com ${option}, acima de 1023.`,
  portTaken: (port, host, option) =>
    `a porta ${port} de ${host} já está em uso. Encerre quem a usa, ou escolha outra com ${option}.`,
  damaged: (path) => `${path} está danificado. Remova-o para obter certificados novos.`,
  foreign: (path) => `${path} não é de um banco simulado. Escolha outra pasta com --out.`,
  folder: (folder, reason) =>
    `não foi possível gravar na pasta ${folder} (${reason}). Escolha outra com --out.`,
  reasons: {
    EACCES: 'permissão negada',
    EPERM: 'permissão negada',
    EROFS: 'o sistema de arquivos é só de leitura',
    ENOTDIR: 'uma parte do caminho é um arquivo',
    EEXIST: 'já existe um arquivo com esse nome',
    ENOSPC: 'não há espaço em disco',
  },
};
