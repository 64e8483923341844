import type { ProbeTexts } from './probe.en.js';

const RECEIVER = 'só quem recebe notificações vê; a sonda não recebe nenhuma';
const CONTRACT = 'está na documentação do banco';
const FAILURE = 'só aparece quando o banco falha ou limita chamadas';

/** The report of `nestjs-pix probe` in Portuguese. */
export const probeTexts: ProbeTexts = {
  title: 'Sonda Pix',
  readOnly: 'só leitura',
  requests: 'requisições',
  base: 'API',
  tokens: 'Tokens',
  draft: 'Rascunho do perfil',
  unseenTitle: 'O que a sonda não vê',
  share:
    'Este relatório não contém segredos nem dados pessoais. Se o banco não tem perfil, envie-o em https://github.com/nestjs-pix/nestjs-pix/issues/new?template=new-bank.yml',
  verdicts: {
    conforms: 'como na especificação',
    deviates: 'difere da especificação',
    note: 'a especificação não diz',
    unknown: 'não se sabe',
  },
  outcomes: { complete: 'completo', 'no-token': 'sem token', 'no-connection': 'sem conexão' },
  unseen: {
    name: CONTRACT,
    code: CONTRACT,
    'production.families': CONTRACT,
    sandbox: CONTRACT,
    scopeGroups: CONTRACT,
    sandboxOnly: CONTRACT,
    productionOnly: CONTRACT,
    'token.maxLifetime': 'um token mostra a própria validade, não a maior possível',
    rateLimits: 'a sonda não ultrapassa limites de propósito',
    'server.statuses.PUT /pix/{e2eid}/devolucao/{id}': 'a sonda não paga nem devolve',
    'server.autoPay': 'a sonda vê que uma cobrança pequena é paga, não até que valor',
    'server.errors.statuses.429': FAILURE,
    'server.errors.statuses.500': FAILURE,
    'server.errors.tooManyRequests': FAILURE,
    'server.webhook.bareArray': RECEIVER,
    'server.webhook.retryDelays': RECEIVER,
    'server.webhook.keepPathParameter': RECEIVER,
  },
  probes: {
    tls: {
      title: 'Conexão e certificados',
      sends:
        'um handshake com TLS 1.2 e outro com TLS 1.3; um `GET` sem certificado de cliente e o mesmo com ele',
    },
    token: {
      title: 'Pedido de token',
      sends:
        'pedidos de token, do comum (Basic, formulário, escopo) aos raros, até um ser aceito; se for Basic, um com o segredo no corpo; depois um sem segredo e um com `grant_type` na URL',
    },
    scopes: {
      title: 'Escopos e validade do token',
      sends:
        'pede tokens sem escopo, com todos os escopos da especificação, com um escopo inventado; se recusados, um por família',
    },
    operations: {
      title: 'Operações e versões',
      sends:
        'cada operação sem token, com identificadores que não existem (sem `--read-only`, também as de escrita: sem token, não têm efeito)',
    },
    features: {
      title: 'Produtos',
      sends: 'se há operações além da especificação, um pedido de token com os escopos delas',
    },
    extras: {
      title: 'Cabeçalhos e parâmetros de cada chamada',
      sends:
        'um `GET` sem nada a mais; se recusado, com os cabeçalhos e parâmetros que outros bancos exigem, e sem cada um deles',
    },
    lists: {
      title: 'Listas',
      sends:
        '`GET` de cada lista: um dia antes do início do Pix, um ano, um instante com milissegundos, um instante inválido, páginas de até 1000 itens, nomes de parâmetros de outros bancos',
    },
    records: {
      title: 'Registros que não existem',
      sends:
        '`GET` de um registro inexistente em cada família; `GET` do webhook de um telefone impossível, com e sem `+`',
    },
    access: {
      title: 'Token ausente, errado ou sem escopo',
      sends: '`GET` sem token, com um token inventado, e com um token de outro escopo',
    },
    charge: {
      title: 'Cobrança imediata',
      sends: 'duas cobranças de R$ 0,01 (`PUT` e `POST`), sua consulta e sua remoção',
    },
    webhook: {
      title: 'Registro de webhook',
      sends:
        'se a chave não tem webhook: registro de um endereço `http` e de um `https` que não existe, com e sem os cabeçalhos que dispensam o teste, e sua remoção',
    },
    tolerance: {
      title: 'Formas de requisição que aceita',
      sends:
        '`GET` com `/` no fim do caminho; sem `--read-only`, também um `POST` sem token que indica o método `GET` em um cabeçalho, e corpos inválidos (`{}`, `[]`) sem `Content-Type`',
    },
    headers: { title: 'Cabeçalhos das respostas', sends: 'nada: usa as respostas anteriores' },
    errors: { title: 'Formato dos erros', sends: 'nada: usa as respostas anteriores' },
    clock: { title: 'Relógio e limites', sends: 'nada: usa as respostas anteriores' },
  },

  notAsked: { noToken: 'não consultado: não há token', readOnly: 'não consultado: --read-only' },
  stopped: 'o banco deixou de responder',

  tls: {
    noConnection: (codes) => `não houve conexão (${codes})`,
    signedBy: (issuer) => `certificado do servidor assinado por ${issuer}`,
    validFor: (days) => `o certificado do servidor vale por mais ${days} dias`,
    expiresIn: (days) => `o certificado do servidor expira em ${days} dias`,
    accepts: (versions) => `aceita ${versions}`,
    withoutCertificate: (status) =>
      `sem certificado de cliente, responde ${status}: a conexão não o exige`,
    unknown: (failure) => `não se sabe se exige certificado de cliente (${failure})`,
    required: 'exige certificado de cliente (mTLS)',
  },
  token: {
    fixed: 'usa o token fixo da configuração',
    refused: 'nenhum pedido de token foi aceito',
    accepts: (style) => `aceita ${style}`,
    alsoInBody: 'também aceita o segredo no corpo',
    notInBody: 'recusa o segredo no corpo',
    noSecret: 'o certificado e o client_id bastam: dispensa o segredo',
    needsSecret: 'recusa o cliente sem segredo',
    inQuery: 'também aceita grant_type na URL',
  },
  scopes: {
    optional: 'o escopo é opcional no pedido',
    required: 'exige escopo no pedido',
    omits: 'omite os escopos que não concede',
    refuses: 'recusa pedidos com escopos que não concede',
    unknown: 'os escopos concedidos são desconhecidos',
    ordinary: 'concede os escopos do Pix comum',
    missing: (names) => `não concede a este cliente: ${names}`,
    noLifetime: 'a resposta não tem expires_in',
    lifetime: (seconds) => `o token vale ${seconds} s`,
    feature: (feature) => `concede os escopos de ${feature}`,
    ofFeature: (feature, list) => `dos escopos de ${feature}, concede a este cliente: ${list}`,
  },
  operations: {
    beyond: (names) => `além da especificação: ${names}`,
    found: (found, asked) => `${found} de ${asked} operações existem`,
    open: (count) => `as respostas não mostram se ${count} operações existem`,
    versions: (list) => `as operações têm versões no caminho: ${list}`,
    missing: (names) => `não oferece: ${names}`,
    elsewhere: (families) => `não estão neste endereço: ${families}`,
    complete: 'nenhuma operação consultada falta',
  },
  extras: {
    refused: 'as chamadas são recusadas com todas as combinações conhecidas',
    none: 'não exige nada a mais',
    required: (names) => `exige em cada chamada: ${names}`,
    account: (name) => `lê a conta do cabeçalho ${name}`,
  },
  lists: {
    conform: (list) => `${list}: lista vazia, período, milissegundos e nomes como na especificação`,
    zero: (parameter) => `não se sabe se lê ${parameter}: aceita 0`,
    unreadable: (list, one, other) =>
      `${list}: um filtro válido recebe ${one}, um inválido ${other}`,
    notFound: (list) => `${list}: uma lista vazia é 404`,
    noItems: (list, field) => `${list}: a lista vazia não tem o campo ${field}`,
    fractions: (list) => `${list}: recusa milissegundos em inicio e fim`,
    period: (list, days) => `${list}: períodos de até ${days} dias`,
    renamed: (list, name, variant) => `${list}: o parâmetro ${name} se chama ${variant}`,
    wholePage: 'aceita páginas de 1000 itens',
    largestPage: (size) => `aceita páginas de até ${size} itens`,
  },
  records: {
    gets: (family, status) => `/${family}: um registro inexistente recebe ${status}`,
    plus: 'chaves de telefone têm +',
    noPlus: 'chaves de telefone não têm +',
  },
  access: {
    withoutToken: 'sem token',
    invalidToken: 'com token inválido',
    withoutScope: 'sem o escopo',
    noResponse: (access) => `${access}: sem resposta`,
  },
  charge: {
    noKey: 'sem PIX_CHAVE, nenhuma cobrança foi criada',
    nullAccepted: 'aceita membros null no corpo',
    nullRefused: 'recusa membros null no corpo',
    paysAlone: 'o banco paga sozinho cobranças pequenas de teste',
    remains: (seconds) =>
      `uma cobrança de R$ 0,01 pode existir e não foi removida; ela expira em ${seconds} s`,
    refused: (name, result) => `${name}: a cobrança foi recusada (${result})`,
    unclear: (name, result) => `${name}: a resposta não mostra se a cobrança existe (${result})`,
    active: 'a cobrança criada está ATIVA',
    inactive: 'a cobrança criada não está ATIVA',
    noCode: 'a resposta não tem pixCopiaECola',
    renamedCode: (alias) => `pixCopiaECola se chama ${alias}`,
  },
  webhook: {
    noKey: 'sem PIX_CHAVE, nenhum webhook foi registrado',
    kept: 'a chave já tem um webhook, que ficou como estava',
    lookUp: (status) => `a consulta do webhook recebe ${status}`,
    remains: (address) => `o webhook de teste não pôde ser removido: remova ${address}`,
    httpAccepted: 'aceita endereços http',
    httpRefused: 'recusa endereços http',
    http: (status) => `endereço http: ${status}`,
    registration: (status) => `registro: ${status}`,
    uncalled: 'registra o endereço sem chamá-lo antes',
    called: (header) => `chama o endereço antes de registrá-lo; o cabeçalho ${header} dispensa`,
    unanswered: 'recusa um endereço que não responde',
  },
  http: {
    slashAccepted: 'aceita / no fim do caminho',
    slashRefused: 'recusa / no fim do caminho',
    slashUnknown: 'não se sabe se aceita / no fim do caminho',
    method: (header) => `lê o método do cabeçalho ${header}`,
    typeRequired: 'exige Content-Type com o corpo',
    untyped: 'lê corpos JSON sem Content-Type',
    id: (headers) => `identificador da chamada na resposta: ${headers}`,
    type: (type) => `Content-Type das respostas: ${type}`,
  },
  errors: {
    none: 'nenhum erro foi visto',
    problems: 'erros no formato problem (RFC 7807)',
    formats: (list) => `formatos de erro: ${list}`,
    foreign: (list) => `erros em outros formatos: ${list}`,
    types: (list) => `tipo de mídia dos erros problem: ${list}`,
  },
  clock: {
    limited: (count) => `limite de chamadas: recebeu 429 (${count})`,
    headers: (names) => `cabeçalhos de limite: ${names}`,
    noDate: 'as respostas não têm o cabeçalho Date',
    agrees: 'o relógio do banco coincide com o desta máquina',
    differs: (seconds) => `o relógio do banco difere ${seconds} s do desta máquina`,
  },
};
