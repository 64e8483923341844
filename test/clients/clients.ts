import type { PixProviderName } from '../../lib/index.js';

/** A published client, and its journey in this folder: `<language>/<name>.<extension>`. */
export interface PublishedClient {
  /** Name of the folder of its installation, and of its journey. */
  readonly name: string;
  readonly language: 'JavaScript' | 'Python' | 'PHP' | 'Ruby';
  /** Name in the package registry of its language. */
  readonly package: string;
  /** The version that `defects` belongs to. */
  readonly version: string;
  readonly repository: string;
  readonly banks: readonly PixProviderName[];
  /** Calls of the journey that fail because of the client, with the reason. */
  readonly defects?: Readonly<Record<string, string>>;
}

/** Every published client that has a journey. Those in JavaScript are pinned in `npm/package-lock.json`. */
export const publishedClients: readonly PublishedClient[] = [
  {
    name: 'efi-sdk',
    language: 'JavaScript',
    package: 'sdk-node-apis-efi',
    version: '1.4.0',
    repository: 'https://github.com/efipay/sdk-node-apis-efi',
    banks: ['efi'],
  },
  {
    name: 'efi-sdk-2',
    language: 'JavaScript',
    package: 'sdk-node-apis-efi',
    version: '2.0.1',
    repository: 'https://github.com/efipay/sdk-node-apis-efi',
    banks: ['efi'],
  },
  {
    name: 'brpix',
    language: 'JavaScript',
    package: 'brpix-api-node',
    version: '0.1.6-alpha.2',
    repository: 'https://github.com/leguass7/brpix-api-node',
    banks: ['efi'],
  },
  {
    name: 'pypix-api',
    language: 'Python',
    package: 'pypix-api',
    version: '0.12.0',
    repository: 'https://github.com/laddertech/pypix-api',
    banks: ['sicoob', 'bb', 'sicredi'],
  },
  {
    name: 'efi-python',
    language: 'Python',
    package: 'efipay',
    version: '1.0.7',
    repository: 'https://github.com/efipay/sdk-python-apis-efi',
    banks: ['efi'],
  },
  {
    name: 'inter-python',
    language: 'Python',
    package: 'inter-sdk-python',
    version: '0.1.0',
    repository: 'https://github.com/inter-co/pj-sdk-python',
    banks: ['inter'],
  },
  {
    name: 'bb-wrapper',
    language: 'Python',
    package: 'bb-wrapper',
    version: '0.5.5',
    repository: 'https://github.com/imobanco/bb-wrapper',
    banks: ['bb'],
  },
  {
    name: 'efi-php',
    language: 'PHP',
    package: 'efipay/sdk-php-apis-efi',
    version: '1.19.0',
    repository: 'https://github.com/efipay/sdk-php-apis-efi',
    banks: ['efi'],
  },
  {
    name: 'inter-php',
    language: 'PHP',
    package: 'inter/inter-sdk-php',
    version: '1.0.0',
    repository: 'https://github.com/Saliba-san/pj-sdk-php',
    banks: ['inter'],
  },
  {
    name: 'inter-v2-php',
    language: 'PHP',
    package: 'divulgueregional/api-inter-v2',
    version: '1.0.21',
    repository: 'https://github.com/divulgueregional/api-inter-v2',
    banks: ['inter'],
  },
  {
    name: 'sicoob-pix-php',
    language: 'PHP',
    package: 'elemke/sicoob-pix',
    version: '2.1.0',
    repository: 'https://github.com/elemke/sicoob-pix',
    banks: ['sicoob'],
  },
  {
    name: 'sicredi-pix-php',
    language: 'PHP',
    package: 'cachesistemas/api-pix-sicredi',
    version: 'dev-main',
    repository: 'https://github.com/raphaelvserafim/api-sicredi-pix',
    banks: ['sicredi'],
  },
  {
    name: 'sicredi-php',
    language: 'PHP',
    package: 'divulgueregional/api-sicredi',
    version: '1.0.5',
    repository: 'https://github.com/divulgueregional/api-sicredi',
    banks: ['sicredi'],
  },
  {
    name: 'bb-pix-php',
    language: 'PHP',
    package: 'prime-motorsport-performance/bb-pix-v2',
    version: '1.0.4',
    defects: {
      'Cobranca::consultarLista':
        'sends `locationPresente=1`; the specification has `true` and `false`',
      'Pix::consultarRecebidos': 'sends `txIdPresente=1` and `devolucaoPresente=0`, likewise',
    },
    repository: 'https://github.com/Prime-Motor-Sport-Performance/sdk-bb-pix-v2',
    banks: ['bb'],
  },
  {
    name: 'efi-ruby',
    language: 'Ruby',
    package: 'sdk_ruby_apis_efi',
    version: '1.0.3',
    repository: 'https://github.com/efipay/sdk-ruby-apis-efi',
    banks: ['efi'],
  },
];
