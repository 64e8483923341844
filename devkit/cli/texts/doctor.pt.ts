// What `doctor` prints, in Portuguese.
import { NEW_REQUEST, type AccountNames, type DoctorTexts } from './doctor.en.js';
import { errorTexts } from './errors.pt.js';

/** The findings of `nestjs-pix doctor` in Portuguese. */
export const doctorTexts = ({ v, run, probe }: AccountNames): DoctorTexts => {
  const clientFix = `Confira no portal do banco se este certificado está registrado neste ambiente (${v.environment}); a impressão digital (SHA-256) está acima. Se está, pergunte ao banco se o endereço IP desta máquina está liberado.`;
  const tokenAddress = `Corrija ${v.tokenUrl}, ou remova-a para usar o endereço do perfil de ${v.provider}.`;
  return {
    v,
    checks: {
      variables: 'Variáveis',
      files: 'Arquivos do certificado',
      key: 'Chave do certificado',
      chain: 'Cadeia do certificado',
      dates: 'Validade do certificado',
      cipher: 'Cifra do arquivo',
      ca: 'Autoridade do servidor',
      proxy: 'Proxy de saída',
      dns: 'Nome do servidor (DNS)',
      port: 'Porta do servidor',
      tls: 'Conexão TLS',
      token: 'Token',
      scopes: 'Escopos concedidos',
      clock: 'Relógio',
      api: 'Chamada à API',
      webhook: 'Endereço do webhook',
    },
    healthy: 'Nenhum problema.',
    summary: (problems, warnings) => `Problemas: ${problems}. Avisos: ${warnings}.`,
    prevented: 'não verificado por causa do problema acima',
    unfinished: (message) => ({
      text: `a verificação não terminou: ${message}`,
      fix: 'Se a mensagem não mostra a causa, relate o problema com esta saída:\nhttps://github.com/nestjs-pix/nestjs-pix/issues',
    }),

    variables: {
      complete: 'completas',
      invalidKey: {
        text: `${v.chave} não é uma chave Pix`,
        fix: `Corrija a chave: CPF, CNPJ, e-mail, telefone com +55 ou chave aleatória:\n${v.chave}=loja@example.com`,
      },
      misspelt: (name, meant) => ({
        text: `nada lê a variável ${name}; o nome certo pode ser ${meant}`,
        fix: `Corrija o nome:\n${meant}=…`,
      }),
      disputed: (bank, fact, alternative, set) => ({
        text: `as fontes discordam sobre ${fact} de ${bank}`,
        fix: `Se as verificações abaixo ou as chamadas falharem, use a alternativa: ${alternative}. Defina ${set}.`,
      }),
      outdated: (bank, facts) => ({
        text: `ninguém lê há um ano uma fonte de ${facts} de ${bank}`,
        fix: 'Compare-os com a documentação do banco, ou atualize o nestjs-pix.',
      }),
      invalid: (message) => ({
        text: message,
        fix: `docs/configuration.md tem a tabela das variáveis:\n${run('doctor --help')}`,
      }),
    },

    certificate: {
      unused: `não usado: ${v.mutualTls}=false`,
      none: 'nenhum certificado configurado',
      publicAuthorities: 'as autoridades públicas do Node.js',
      authorities: (count) => `certificados em ${v.ca}: ${count}`,
      opened: (subject, fingerprint) => `abertos: ${subject}; SHA-256 ${fingerprint}`,
      keyBelongs: 'pertence ao certificado',
      sent: (count) => `certificados enviados: ${count}`,
      alone: (issuer) =>
        `só o certificado é enviado; o banco precisa conhecer o emissor (${issuer})`,
      validUntil: (day, left) => `válido até ${day} (dias: ${left})`,
      expiresSoon: (day, left) => ({
        text: `expira em ${day} (dias: ${left})`,
        fix: 'Peça o certificado seguinte ao banco agora. A aplicação troca os arquivos sem reiniciar.',
      }),
      currentCipher: 'atual',
      legacyCipher: (names, file) => ({
        text: `${names}: esta biblioteca lê o arquivo, mas o OpenSSL 3 e o curl o recusam`,
        fix: `Converta o arquivo:\nnpx nestjs-pix convert-p12 ${file ?? '<arquivo>'} --out certificado.p12`,
      }),
      otherContent: (where) =>
        `${where} não contém o que a variável exige (certificado, chave ou PKCS#12)`,
      useContent: (variable) =>
        `Use o caminho do arquivo, ou o conteúdo em base64, codificado uma só vez:\n${variable}=$(base64 -w0 <arquivo>)`,
      lookAt: (file) =>
        `Veja a primeira linha do arquivo e baixe-o outra vez do banco se ela não for a esperada:\nhead -c 40 ${file}`,
      pemAsPfx: (where, file) => ({
        text: `${where} é PEM, e não PKCS#12`,
        fix: `Use as variáveis de PEM em vez de ${v.pfx}:\n${v.cert}=${file ?? '<certificado>'}\n${v.key}=<arquivo da chave>`,
      }),
      isKey: (where) => `${where} é uma chave privada, e não um certificado`,
      isCertificate: (where) => `${where} é um certificado, e não uma chave privada`,
      swapped: (pair) =>
        `${v.cert} é o certificado e ${v.key} é a chave privada${pair ? `. Se estão trocados:\n${v.cert}=${pair.key}\n${v.key}=${pair.cert}` : '; confira se estão trocados.'}`,
      wrongPassphrase: (where) => `${where} não abre com a senha em ${v.passphrase}`,
      correctPassphrase: (variable) =>
        `Corrija ${v.passphrase}: é a senha do arquivo cujo conteúdo está em ${variable}.`,
      testPassphrase: (test) => `Corrija ${v.passphrase}. Para testar a senha:\n${test}`,
      noPassphrase: (where) => ({
        text: `${where} tem senha, e ${v.passphrase} está vazia`,
        fix: `Ponha em ${v.passphrase} a senha com que o arquivo foi exportado.`,
      }),
      absent: (where, variable, file) => ({
        text: `${where} não existe ou não pode ser lido`,
        fix: `Corrija o caminho em ${variable} (relativo a ${process.cwd()}) ou as permissões:\nls -ld ${file}`,
      }),
      mismatch: (commands) => ({
        text: 'a chave privada não pertence ao certificado',
        fix: `Use a chave com que o certificado foi pedido.${commands === '' ? '' : ` As duas linhas devem ser iguais:\n${commands}`}`,
      }),
      expired: (where) => ({
        text: `${where} expirou`,
        fix: `Peça um certificado novo e registre-o no banco:\n${NEW_REQUEST}`,
      }),
      notYetValid: (where) => ({
        text: `${where} ainda não é válido`,
        fix: 'Confira o relógio desta máquina, ou use o certificado anterior até lá:\ndate -u',
      }),
      unsupported: (where) => ({
        text: `${where}: o algoritmo ou o tamanho da chave não é aceito em TLS`,
        fix: `Peça um certificado com uma chave RSA de 2048 bits:\n${NEW_REQUEST}`,
      }),
    },

    connection: {
      direct: `conexão direta, sem ${v.proxy}`,
      byProxy: 'feito pelo proxy',
      opens: (proxy, server) => `${proxy} abre a conexão com ${server}`,
      needsCertificates: 'só com certificados que podem ser lidos',
      expiresSoon: (host, days) => ({
        text: `o certificado de ${host} expira em ${days} dias`,
        fix: 'Avise quem opera esse servidor.',
      }),
      unknownName: ({ host }) => ({
        text: `o nome ${host} não existe`,
        fix: `Corrija o endereço (${v.baseUrl}, ${v.tokenUrl}) ou os servidores de nomes desta máquina:\nnslookup ${host}`,
      }),
      silentPort: ({ host, port }) => ({
        text: `nada responde na porta ${port} de ${host}`,
        fix: `Confira o endereço, e se um firewall ou VPN permite a conexão:\nnc -vz ${host} ${port}`,
      }),
      unknownAuthority: ({ host, showChain }) => ({
        text: `o certificado de ${host} é de uma autoridade desconhecida`,
        fix: `Ponha em ${v.ca} o certificado da autoridade, que o banco publica. A cadeia que o servidor envia:\n${showChain}`,
      }),
      noIntermediate: ({ host, showChain }) => ({
        text: `a cadeia de ${host} está incompleta: falta o certificado intermediário`,
        fix: `Acrescente a ${v.ca} o certificado intermediário, que o banco publica. A cadeia que o servidor envia:\n${showChain}`,
      }),
      wrongDate: ({ host }) => ({
        text: `o certificado de ${host} não é válido nesta data`,
        fix: 'Confira o relógio desta máquina; se está certo, avise o banco:\ndate -u',
      }),
      otherName: ({ host, showChain }) => ({
        text: `o certificado não é de ${host}`,
        fix: `Confira o endereço, e se um proxy intercepta a conexão:\n${showChain}`,
      }),
      refusesClient: ({ host }) => ({
        text: `${host} recusa o certificado de cliente, ou exige um`,
        fix: clientFix,
      }),
      noTls: ({ host, port, showChain }) => ({
        text: `${host}:${port} não aceita TLS 1.2 ou 1.3`,
        fix: `Confira endereço e porta:\n${showChain}`,
      }),
    },

    proxy: {
      unknownName: ({ proxy, proxyName }) => ({
        text: `o nome do proxy ${proxy} não existe`,
        fix: `Corrija ${v.proxy} ou os servidores de nomes desta máquina:\nnslookup ${proxyName}`,
      }),
      silent: ({ proxy, tryProxy }) => ({
        text: `o proxy ${proxy} não responde`,
        fix: `Confira o endereço em ${v.proxy}:\n${tryProxy}`,
      }),
      broken: ({ proxy, tryProxy }) => ({
        text: `a conexão com o proxy ${proxy} falha`,
        fix: `Um proxy com https:// precisa de um certificado em que o Node.js confia (NODE_EXTRA_CA_CERTS). Confira o endereço em ${v.proxy}:\n${tryProxy}`,
      }),
      credentials: ({ proxy, address, hasUser }) => ({
        text: hasUser
          ? `o proxy ${proxy} recusa o usuário ou a senha`
          : `o proxy ${proxy} exige usuário e senha`,
        fix: `Ponha os dois em ${v.proxy}, com caracteres especiais codificados (@ é %40):\n${v.proxy}=${address}`,
      }),
      refused: ({ proxy, server, tryProxy }) => ({
        text: `o proxy ${proxy} recusa a conexão com ${server}`,
        fix: `Peça a quem opera o proxy que permita CONNECT para ${server}:\n${tryProxy}`,
      }),
      unreachable: ({ proxy, server, tryProxy }) => ({
        text: `o proxy ${proxy} não alcança ${server}`,
        fix: `Confira o endereço (${v.baseUrl}, ${v.tokenUrl}), e pergunte a quem opera o proxy:\n${tryProxy}`,
      }),
    },

    token: {
      fixed: 'este sandbox usa um token fixo',
      issued: (host) => `emitido por ${host}`,
      accepted: 'o banco aceita as credenciais',
      credentials: {
        text: `o banco recusa ${v.clientId} ou ${v.clientSecret}`,
        fix: `Copie os dois de novo do portal do banco, os do ambiente certo, sem os trocar:\n${v.clientId}=…\n${v.clientSecret}=…\n${v.environment}=production ou sandbox`,
      },
      access: {
        text: 'o banco nega o acesso',
        fix: 'Pergunte ao banco se o certificado e o endereço IP desta máquina estão registrados para este cliente.',
      },
      noEndpoint: { text: `não há endereço de token em ${v.tokenUrl}`, fix: tokenAddress },
      limit: {
        text: 'o banco limita os pedidos de token',
        fix: 'Espere um minuto e repita o comando.',
      },
      certificate: { text: 'o banco exige outro certificado de cliente', fix: clientFix },
      page: {
        text: `${v.tokenUrl} responde com uma página da web, não com um token`,
        fix: `Corrija ${v.tokenUrl}. Se está certa, um firewall ou a página de manutenção do banco responde: repita depois, e pergunte ao banco se o endereço IP desta máquina está liberado.`,
      },
      empty: { text: `a resposta de ${v.tokenUrl} não tem access_token`, fix: tokenAddress },
      outage: {
        text: 'o serviço de token do banco falha',
        fix: 'Repita o comando em alguns minutos. Se continuar, avise o banco.',
      },
      other: {
        text: 'o banco não emitiu o token, por um motivo que a resposta não mostra',
        fix: `Repita o comando. Se continuar, compare o banco com o perfil e avise o banco:${probe}`,
      },
      silence: (host, timeout) => ({
        text: `${host} aceita a conexão, mas não respondeu ao pedido de token em ${timeout} s`,
        fix: `Repita com um limite maior. Se continuar, avise o banco:\n${run('doctor --timeout 30')}`,
      }),
      reset: (host, code) => ({
        text: `${host} interrompe a conexão quando recebe o pedido de token (${code})`,
        fix: `A conexão em si é aceita, com este certificado. Confira ${v.tokenUrl}, repita o comando, e pergunte ao banco se um firewall recusa o endereço IP desta máquina.`,
      }),
      unreadable: (message) => ({
        text: `a resposta de ${v.tokenUrl} não pode ser lida: ${message}`,
        fix: tokenAddress,
      }),
    },

    scopes: {
      unstated: 'o banco não informa os escopos que concedeu',
      set: (requested) => ({
        text: 'o banco recusa este conjunto de escopos',
        fix: `Peça menos escopos e repita o comando:\n${v.scopes}="${requested}"`,
      }),
      missing: (names, rest) => ({
        text: `o banco não concede: ${names}`,
        fix: `Peça ao banco esses escopos, ou peça só os concedidos:\n${v.scopes}="${rest}"`,
      }),
      endedEarly: (reason) => ({
        text: `o banco recusa este conjunto de escopos; a busca pelos recusados parou (${reason})`,
        fix: 'Espere um minuto e repita o comando.',
      }),
    },

    clock: {
      noDate: 'a resposta não tem o cabeçalho Date',
      right: 'certo',
      differs: (seconds) => ({
        text: `o relógio desta máquina difere ${seconds} s do relógio do banco`,
        fix: 'Ligue a sincronização do relógio:\nsudo timedatectl set-ntp true',
      }),
    },

    api: {
      noScope: 'nenhum escopo de leitura',
      accepted: 'o banco aceita o token',
      refused: (message, isAccess) => ({
        text: `o banco emitiu o token e recusou a consulta: ${message}`,
        fix: isAccess
          ? `Confira ${v.appKey}, ${v.contaCorrente} e se o produto Pix está ativo para esta conta.`
          : `Confira ${v.baseUrl}, ou compare o banco com o perfil:${probe}`,
      }),
    },

    webhook: {
      noAddress: `sem ${v.webhookUrl} e sem endereço registrado para ${v.chave}`,
      unregistered: {
        text: `nenhum webhook registrado para ${v.chave}`,
        fix: `Registre o endereço em ${v.webhookUrl}:\n${run('webhook register')}`,
      },
      notReturned: (status) => `o banco não informa o webhook (HTTP ${status})`,
      unsuitable: (problem) => ({
        text: `${v.webhookUrl}: ${problem(errorTexts)}`,
        fix: `Corrija o endereço:\n${v.webhookUrl}=https://loja.example.com/webhooks/pix`,
      }),
      noHmac: 'o endereço registrado não tem o parâmetro hmac: o receptor recusa as notificações',
      differs: (address) => `o sandbox devolve outro endereço: ${address}`,
      other: (address) => `está registrado outro endereço, ou outro segredo: ${address}`,
      example:
        'Um sandbox pode responder com um exemplo; por isso, o registro não pode ser conferido nele.',
      registerAgain: `Registre outra vez o endereço em ${v.webhookUrl}:\n${run('webhook register')}`,
      notFromHere: (reason) => `não verificado daqui: ${reason}`,
      untrusted:
        'Use um certificado de uma autoridade pública, com os intermediários (fullchain.pem). O banco não confia em outros.',
      unreachable:
        'O banco precisa alcançar o endereço pela internet: confira DNS, porta e firewall.',
      mutualTls: 'o receptor exige o certificado do banco (mTLS)',
      answers: (address) => `responde em ${address}`,
      open: {
        text: 'o receptor aceita notificações de qualquer um, sem segredo nem certificado',
        fix: `Configure authentication em PixWebhookReceiverModule e o segredo, e registre o endereço outra vez:\n${v.webhookSecret}=$(openssl rand -hex 32)`,
      },
      refusesUs: (status) => ({
        text: `o receptor recusa a notificação (HTTP ${status}): espera outro segredo, ou também o certificado do banco`,
        fix: `Se o receptor só confere o segredo, ponha em ${v.webhookSecret} o valor de authentication.secret.`,
      }),
      refusesOthers: (status) => `o receptor recusa quem não é o banco (HTTP ${status})`,
      doctor: run('doctor'),
      answersOtherwise: (address, reason, test) => ({
        text: `${address} responde ${reason}`,
        fix: `O banco acrescenta /pix ao endereço e não segue redirecionamentos. Corrija o caminho no receptor e teste:\n${test}`,
      }),
      withoutSecret: 'sem segredo, ',
      unreadable: (message) => `a resposta do receptor não pode ser lida: ${message}`,
      silent: (timeout) => `o receptor não respondeu em ${timeout} s`,
      broken: (code) => `o receptor interrompeu a conexão antes do fim da resposta (${code})`,
      checkLogs: 'Confira os registros do receptor e do proxy na frente dele.',
    },
  };
};
