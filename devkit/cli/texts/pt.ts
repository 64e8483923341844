// The help and the output of the commands, in Portuguese.
import { doctorTexts } from './doctor.pt.js';
import type { Texts } from './en.js';
import { errorTexts } from './errors.pt.js';
import { probeTexts } from './probe.pt.js';
import { rehearseTexts } from './rehearse.pt.js';

const anyFree = 'sem a opção: qualquer porta livre';
const target = 'chave Pix, ou rec (recorrências), ou cobr (cobranças recorrentes)';

/** The texts in Portuguese. */
export const pt: Texts = {
  words: {
    'Usage:': 'Uso:',
    'Arguments:': 'Argumentos:',
    'Options:': 'Opções:',
    'Commands:': 'Comandos:',
    'default:': 'padrão:',
    'choices:': 'valores:',
    '[options]': '[opções]',
    '[command]': '[comando]',
  },
  messages: [
    [/^error: /, 'erro: '],
    [/unknown command '(.+)'/, "comando desconhecido '$1'"],
    [/unknown option '(.+)'/, "opção desconhecida '$1'"],
    [/\(Did you mean (one of )?(.+)\?\)/, '(Você quis dizer $2?)'],
    [/required option '(.+)' not specified/, "falta a opção '$1'"],
    [/missing required argument '(.+)'/, "falta o argumento '$1'"],
    [/option '(.+)' argument missing/, "falta o valor da opção '$1'"],
    [/option '(.+)' argument '(.*)' is invalid\./, "a opção '$1' não aceita '$2'."],
    [
      /command-argument value '(.*)' is invalid for argument '(.+)'\./,
      "o argumento '$2' não aceita '$1'.",
    ],
    [
      /too many arguments( for '(.+)')?\. Expected (\d+) arguments? but got (\d+)/,
      'argumentos demais: $4 em vez de $3',
    ],
    [/option '(.+)' cannot be used with option '(.+)'/, "a opção '$1' não pode ser usada com '$2'"],
    [/Allowed choices are (.+)\./, 'Os valores são $1.'],
    [/It must be a whole number from (\d+) to (\d+)\./, 'Deve ser um número inteiro de $1 a $2.'],
    [/It must be a whole number\./, 'Deve ser um número inteiro.'],
    [/It must be a number up to (\d+)\./, 'Deve ser um número até $1.'],
    [
      /It must be capital letters that end in "_", such as (.+)\./,
      'Devem ser letras maiúsculas com "_" no fim, como $1.',
    ],
  ],
  errors: errorTexts,
  json: 'mostra em JSON',
  program: {
    description: 'Ferramentas da nestjs-pix',
    version: 'mostra a versão',
    help: 'mostra esta ajuda',
    helpCommand: 'mostra a ajuda de um comando',
    lang: 'idioma da ajuda e da saída (sem a opção: o do sistema)',
  },
  account: {
    env: 'arquivo com as variáveis abaixo (sem a opção: o ambiente)',
    prefix: 'começo dos nomes das variáveis, para uma de várias contas: PIX_FILIAL_',
    variables: '\nVariáveis:\n',
  },
  bank: {
    option: 'pasta do banco simulado, ou endereço do console dele (sem ela: PIX_SIMULATOR)',
    none: (folder) =>
      `não há banco simulado em ${folder}. Inicie-o com "npx nestjs-pix simulator", ou indique com --bank a pasta dele (--out) ou o endereço do console.`,
    silent: (address, reason) =>
      `o banco simulado em ${address} não responde (${reason}). Inicie-o com "npx nestjs-pix simulator", ou indique outro com --bank.`,
    ended: 'encerrado',
    noJson: (address) => `${address} não respondeu com JSON: é o console de um banco simulado?`,
    token:
      "o endereço em --bank contém o token do console, e outros usuários desta máquina podem ler argumentos. Use a variável: export PIX_SIMULATOR='<endereço>'",
    refused: (reason) => `o banco simulado recusou: ${reason}`,
  },
  log: {
    option: 'como cada chamada e entrega aparece',
    zone: 'Os horários são os de Brasília.\n',
    fault: 'falha injetada',
    next: (time) => `próxima tentativa às ${time}`,
    given: 'desistiu',
  },
  logs: {
    description: 'Mostra as últimas chamadas e entregas do banco simulado',
    limit: 'quantas linhas',
    follow: 'continua com cada nova, até Ctrl+C',
  },
  pay: {
    description: 'Paga uma cobrança no banco simulado, como o pagador',
    charge: 'txid ou Pix Copia e Cola (sem ele: a última cobrança que pode ser paga)',
    valor: 'outro valor, em reais: 30.00; com --force',
    force: 'paga o que o banco do pagador recusaria: de novo, com atraso, outro valor',
    json: 'mostra o Pix em JSON',
    none: (latest) =>
      `nenhuma cobrança pode ser paga${latest}. Crie uma, ou indique uma com --force.`,
    paid: (valor, txid, endToEndId) =>
      `R$ ${valor.replace('.', ',')} pagos: ${txid}, ${endToEndId}\n`,
  },
  trigger: {
    description: 'Executa um cenário no banco simulado, como cob/paid-twice',
    scenario: 'id do cenário (sem ele: mostra a lista)',
    expired: 'dá um certificado de cliente vencido; --json o mostra',
    faults: (count, until) =>
      `falhas ativas: ${count}${until === undefined ? '' : `, até ${until} do relógio do banco`}`,
  },
  init: {
    description:
      'Acrescenta Pix a uma aplicação Nest: módulo, handler, teste e .env, conferidos no banco simulado',
    folder: 'pasta das fontes',
    force: 'substitui fontes que existem',
    after:
      '\nLê o package.json da pasta atual. Arquivos que existem são mantidos; .env e .gitignore recebem as linhas que faltam.\n',
    found: ({ platform, isModule, runner }) =>
      `Nest com ${platform === 'express' ? 'Express' : 'Fastify'}, ${isModule ? 'ES modules' : 'CommonJS'}, ${runner ?? 'sem executor de testes'}\n\n`,
    written: 'escrito ',
    kept: 'mantido ',
    noRunner:
      '\nNenhum teste foi escrito: o package.json não lista jest nem vitest, ou não lista @nestjs/testing.\n',
    comments: {
      bank: 'A conta, com as variáveis de .env. O teste a substitui por um banco simulado.',
      stored: 'grave-o com o pedido antes da chamada',
      valor: "texto decimal: '37.00'",
      paid: 'Executa uma vez para cada Pix, também se o banco repetir a notificação.',
      test: 'um banco simulado neste processo',
    },
    next: (folder, { isModule, runner }, isSimulated) => `
A seguir:

  1. Acrescente PaymentsModule aos imports de AppModule:
     import { PaymentsModule } from '${folder}/pix.module${isModule ? '.js' : ''}';
${runner ? '  2. Execute o teste: npm test\n' : ''}  ${runner ? 3 : 2}. ${
      isSimulated
        ? `Inicie o banco simulado e, em outro terminal, a aplicação:
     npx nestjs-pix simulator
     npm run start:dev
  ${runner ? 4 : 3}. Em um terceiro terminal, cadastre o webhook, crie uma cobrança e pague-a. A aplicação registra o Pix no log:
     npx nestjs-pix webhook register --env .env
     curl -d valor=37.00 http://localhost:3000/checkout
     npx nestjs-pix pay

Com o seu banco, troque PIX_PROVIDER, PIX_SIMULATOR, PIX_CHAVE e PIX_WEBHOOK_URL em .env: docs/banks de nestjs-pix tem uma página para cada um.
`
        : `.env descreve a conta de um banco. Se PIX_CHAVE falta, informe nela a chave Pix da conta, e verifique a conta:
     npx nestjs-pix doctor --env .env
`
    }`,
  },
  doctor: {
    description:
      'Verifica as credenciais de uma conta passo a passo e diz como corrigir cada problema',
    webhook: 'endereço do receptor de webhooks, em vez de PIX_WEBHOOK_URL',
    timeout: 'limite de tempo de cada conexão',
    json: 'mostra o resultado em JSON',
    after:
      '\nNão cria, altera nem paga nada: envia pedidos de token, consultas e uma notificação vazia ao seu receptor.\n\nCódigos de saída: 0 nenhum problema, 1 opções erradas, 2 algum problema\n',
    report: doctorTexts,
  },
  qr: {
    description: 'Desenha o QR Code de um Pix Copia e Cola, de uma chave ou de uma location',
    text: 'Pix Copia e Cola; "-" lê da entrada padrão',
    chave: 'chave Pix de um código estático',
    location: 'location de um código dinâmico',
    valor: 'valor em reais: 37.00',
    nome: 'nome do recebedor',
    cidade: 'cidade do recebedor',
    txid: 'identificador, até 25 caracteres',
    descricao: 'texto para o pagador',
    format: 'formato (sem a opção: o da extensão de --out, ou terminal)',
    out: 'grava em um arquivo novo',
    force: 'substitui o arquivo se existir',
    onlyText: 'mostra o Pix Copia e Cola, sem desenho',
    decode: 'mostra os campos do código',
    json: 'com --decode: em JSON',
  },
  cobv: {
    description:
      'Mostra quanto vale uma cobrança com vencimento em cada dia, pelas equações do BCB',
    file: 'JSON com calendario e valor: um corpo, ou uma cobrança como devolvida; "-" lê da entrada padrão (sem o argumento: as opções)',
    options: {
      original: 'valor em reais: 1000.00',
      vencimento: 'data de vencimento: 2026-06-10',
      validade: 'dias após o vencimento em que se pode pagar (sem a opção: 30)',
      abatimento: 'abatimento: 1:100.00 (reais), 2:10.00 (por cento)',
      desconto:
        'desconto: 3:1.00 (reais por dia de antecipação), 1:2026-06-05=5.00,2026-06-09=3.00 (até datas)',
      multa: 'multa: 1:5.00 (reais), 2:2.00 (por cento)',
      juros: 'juros: 3:1.00 (por cento ao mês)',
      from: 'primeiro dia (sem a opção: hoje, ou o vencimento, se não se pode mais pagar)',
      to: 'último dia (sem a opção: o último para pagar)',
      municipio: 'município do pagador e arquivo com os feriados dele: 3550308:dias.txt',
    },
    explain: 'mostra as contas do primeiro dia, com as equações',
    json: 'mostra em JSON, com as contas de cada dia',
    after: '\nOs feriados bancários nacionais estão embutidos.\n',
    days: 'dias',
    closed: 'não se pode pagar',
    dates: (dueDay: string, lastDay: string) =>
      `Em atraso depois de ${dueDay}; o último dia para pagar é ${lastDay}.`,
    falls: 'A cobrança cai a R$ 0,01: sem allowOneCent, o cliente a recusa.',
    dispute: 'em disputa',
  },
  convert: {
    description:
      'Converte um certificado entre PKCS#12 (.p12, .pfx) e PEM, também de cifras antigas (RC2, 3DES)',
    file: 'arquivo PKCS#12; sem ele, use --cert e --key',
    cert: 'certificado em PEM',
    key: 'chave privada em PEM',
    out: 'arquivo novo: .p12 ou .pfx grava PKCS#12; outro nome grava <nome>.pem e <nome>.key (sem a opção: o nome do arquivo lido, no outro formato)',
    force: 'substitui os arquivos se existirem',
    after:
      '\nA senha vem da variável PIX_PASSPHRASE, ou é perguntada no terminal. Um PKCS#12 novo recebe a mesma senha. A chave em PEM não tem senha: só o dono do arquivo pode lê-la.\n',
    passphrase: 'Senha do PKCS#12 ou da chave: ',
    validUntil: 'válido até',
  },
  webhook: {
    description: 'Registra, lista e remove os webhooks de uma conta',
    register: {
      description: 'Registra o endereço que recebe as notificações, e confere o registro',
      target: `${target} (sem ele: PIX_CHAVE)`,
      url: 'endereço https, sem o sufixo do banco (sem ele: PIX_WEBHOOK_URL)',
      mtls: 'aceita um endereço sem segredo: o receptor confere o certificado do banco',
      noMtls: 'pede ao banco que testa o receptor, como a Efí, que não confira o TLS mútuo',
      after:
        '\nO segredo de PIX_WEBHOOK_SECRET é acrescentado ao endereço como hmac; assim ele não fica no histórico do terminal.\n',
      done: (address) => `Registrado. O banco envia as notificações para ${address}\n`,
      unverified: (address) =>
        `aviso: o sandbox aceitou o registro e devolve outro endereço: ${address}. Um sandbox pode responder com um exemplo; por isso, o registro não pode ser conferido nele.\n`,
    },
    list: {
      description: 'Lista os endereços registrados, sem os valores dos parâmetros',
      target: `${target} (sem ele: todas as chaves)`,
      none: 'Nenhum webhook registrado.\n',
    },
    delete: {
      description: 'Remove um registro: as notificações param',
      target,
      done: 'Removido. As notificações param.\n',
    },
  },
  reconcile: {
    description: 'Compara os Pix recebidos em um período com seus pedidos; só lê',
    from: 'primeiro dia (2026-11-01), ou instante RFC 3339',
    to: 'último dia, inclusive, ou instante RFC 3339 (sem a opção: agora)',
    orders:
      'pedidos: CSV com as colunas txid e valor, JSON, ou um txid por linha; "-" lê da entrada padrão (sem a opção: só totais)',
    after:
      '\nOs dias são os do horário de Brasília. CPF e CNPJ não aparecem.\n\nCódigos de saída: 0 tudo confere (uma lista só de txids não confere valores), 1 opções erradas, 2 há diferenças, 3 o banco não respondeu\n',
    statuses: {
      paid: 'pago',
      received: 'recebido, valor não conferido',
      unpaid: 'não pago',
      'wrong-amount': 'valor errado',
      duplicate: 'pago mais de uma vez',
      refunded: 'devolvido',
    },
    period: 'Período',
    received: 'Recebido',
    refunded: 'Devolvido',
    expected: 'esperado',
    unknown: 'sem pedido',
  },
  simulator: {
    description:
      'Executa um provedor Pix simulado: mTLS, OAuth 2.0, cobranças, pagamentos, webhooks',
    json: 'mostra uma linha de JSON quando está pronto, para um processo pai; sem log',
    port: 'porta; 0 para qualquer porta livre',
    host: 'endereço em que escuta',
    out: 'pasta dos certificados e credenciais',
    name: 'outros nomes ou endereços para os certificados de servidor',
    state: 'pasta para guardar o estado; o próximo início continua dele',
    consolePort: `porta do console web (${anyFree})`,
    consoleHost:
      'endereço em que o console escuta (sem a opção: 127.0.0.1); 0.0.0.0 em um contêiner',
    applicationUrl:
      'endereço de um registro na sua aplicação, ao qual o console leva: http://localhost:3000/pix/{id}',
    noConsole: 'não abre o console web',
    locationPort: `porta das locations dos payloads (${anyFree})`,
    clientId: 'identificador do cliente (sem a opção: pix-simulator)',
    clientSecretFile:
      'arquivo com o segredo do cliente (sem ele: SIMULATOR_CLIENT_SECRET, ou um aleatório)',
    noClientSecret: 'registra o cliente sem segredo',
    clientKey: 'chave do certificado de cliente: RSA de 2048 bits, como emitem os bancos, ou P-256',
    noRateLimits: 'não limita chamadas e tokens como faz o provedor',
    chave: 'chaves Pix do recebedor (sem a opção: qualquer chave)',
    sandboxTokenFile:
      'também oferece um sandbox sem mTLS para o token deste arquivo (ou de SIMULATOR_SANDBOX_TOKEN)',
    sandboxPort: `porta do sandbox (${anyFree})`,
    quirks: 'provedor a simular, com suas diferenças da especificação',
    rules: 'regras do Pix Automático: as da rede ou só as da especificação (sem a opção: network)',
    hostile: 'hábitos de bancos reais que um cliente tem de suportar',
    ready: {
      title: 'O banco Pix simulado está pronto.',
      control: 'Controle',
      client: 'Cliente ',
      secret: 'Segredo ',
      none: 'nenhum',
      secretIn: (file) => `em ${file}`,
      disputed: 'Disputa ',
      noSecret: 'nenhum; o certificado identifica o cliente',
      files: (folder) => `Arquivos em ${folder}`,
      ca: 'confie nele: assinou o certificado do simulador',
      pair: 'apresente-os: toda conexão é mTLS',
      p12: (passphrase) => `o mesmo par em PKCS#12, senha "${passphrase}"`,
      webhook:
        'um certificado de servidor em que o simulador confia, para o seu receptor de webhooks',
      json: 'endereços e credenciais, para programas',
      module: 'Use no NestJS',
      examples: 'Experimente',
      token: 'Um token',
      charge: 'Uma cobrança',
      payment: 'O pagamento dela',
      end: 'Ctrl+C o encerra.',
      keys: 'Teclas: o abre o console, p paga a última cobrança, q encerra o banco.',
    },
  },
  rehearse: rehearseTexts,
  probe: {
    description: 'Compara um banco com a especificação do Pix e rascunha um perfil de provedor',
    readOnly: 'envia só GET e pedidos de token',
    yes: 'permite cobranças de R$ 0,01 em produção',
    json: 'mostra o relatório em JSON',
    markdown: 'mostra o relatório em Markdown',
    draft: 'também grava o rascunho do perfil em um arquivo',
    force: 'substitui o arquivo se existir',
    timeout: 'limite de tempo de uma requisição',
    pause: 'pausa antes de cada requisição',
    after:
      '\nCódigos de saída: 0 relatório completo, 1 opções erradas, 2 sem conexão, 3 sem token\n',
    report: probeTexts,
  },
};
