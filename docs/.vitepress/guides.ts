/** The guides of the site, in the order of the sidebar. Both languages have the same files. */
export interface GuideSection {
  readonly title: Translated;
  readonly guides: readonly Guide[];
}

/** One page: `docs/guide/<file>.md` and `docs/pt-BR/guide/<file>.md`. */
export interface Guide {
  readonly file: string;
  readonly title: Translated;
}

/** A text in the languages of the site. */
export interface Translated {
  readonly en: string;
  readonly pt: string;
}

export const GUIDE_SECTIONS: readonly GuideSection[] = [
  {
    title: { en: 'Start', pt: 'Comece aqui' },
    guides: [
      { file: 'first-charge', title: { en: 'First charge', pt: 'Primeira cobrança' } },
      { file: 'configuration', title: { en: 'Configuration', pt: 'Configuração' } },
      { file: 'errors', title: { en: 'Errors and outcomes', pt: 'Erros e resultados' } },
      { file: 'webhooks', title: { en: 'Webhooks', pt: 'Webhooks' } },
    ],
  },
  {
    title: { en: 'Pix operations', pt: 'Operações do Pix' },
    guides: [
      { file: 'charges', title: { en: 'Immediate charges', pt: 'Cobranças imediatas' } },
      {
        file: 'due-date-charges',
        title: { en: 'Due-date charges and batches', pt: 'Cobranças com vencimento e lotes' },
      },
      {
        file: 'locations',
        title: { en: 'Locations, QR Codes and payloads', pt: 'Locations, QR Codes e payloads' },
      },
      {
        file: 'refunds',
        title: { en: 'Received Pix and refunds', pt: 'Pix recebidos e devoluções' },
      },
      { file: 'pix-automatico', title: { en: 'Pix Automático', pt: 'Pix Automático' } },
    ],
  },
  {
    title: { en: 'In your application', pt: 'Na sua aplicação' },
    guides: [
      { file: 'swagger', title: { en: 'Swagger and DTOs', pt: 'Swagger e DTOs' } },
      { file: 'testing', title: { en: 'Testing', pt: 'Testes' } },
      { file: 'ledger', title: { en: 'Ledger', pt: 'Livro-razão' } },
      {
        file: 'ledger-comparison',
        title: {
          en: 'Ledger, workflow engine or outbox',
          pt: 'Livro-razão, motor de workflows ou outbox',
        },
      },
      { file: 'transactions', title: { en: 'Transactions', pt: 'Transações' } },
      { file: 'multi-tenant', title: { en: 'Several accounts', pt: 'Várias contas' } },
      { file: 'scaling', title: { en: 'Several processes', pt: 'Vários processos' } },
    ],
  },
  {
    title: { en: 'In production', pt: 'Em produção' },
    guides: [
      { file: 'production', title: { en: 'Going to production', pt: 'Indo para produção' } },
      { file: 'security', title: { en: 'Security', pt: 'Segurança' } },
      { file: 'observability', title: { en: 'Observability', pt: 'Observabilidade' } },
      { file: 'troubleshooting', title: { en: 'Troubleshooting', pt: 'Solução de problemas' } },
      { file: 'migrating', title: { en: 'Migrating', pt: 'Migração' } },
      { file: 'versioning', title: { en: 'Versions and support', pt: 'Versões e suporte' } },
    ],
  },
];

/** The reference pages of the sidebar. Those that are not `translated` exist only in English. */
export const REFERENCE_PAGES: readonly (Guide & { readonly translated?: true })[] = [
  { file: 'coverage', title: { en: 'Operations and banks', pt: 'Operações e bancos' } },
  { file: 'compatibility', title: { en: 'Compatibility', pt: 'Compatibilidade' } },
  { file: 'clients', title: { en: 'Published clients', pt: 'Clientes publicados' } },
  { file: 'errors', title: { en: 'Errors', pt: 'Erros' }, translated: true },
  {
    file: 'configuration',
    title: { en: 'Environment variables', pt: 'Variáveis de ambiente' },
    translated: true,
  },
  { file: 'cli', title: { en: 'Command line', pt: 'Linha de comando' } },
  { file: 'http', title: { en: 'HTTP and proxies', pt: 'HTTP e proxies' } },
  {
    file: 'observability',
    title: { en: 'Logs, traces and metrics', pt: 'Logs, traces e métricas' },
  },
  { file: 'operations', title: { en: 'Operation', pt: 'Operação' } },
  { file: 'outcomes', title: { en: 'Outcomes', pt: 'Resultados de uma chamada' } },
  { file: 'receivers', title: { en: 'Receivers', pt: 'Receptores' } },
  { file: 'probe', title: { en: 'Probe', pt: 'Probe' } },
  { file: 'interface', title: { en: 'Interface', pt: 'Interface' } },
  { file: 'benchmarks', title: { en: 'Benchmarks', pt: 'Benchmarks' } },
  { file: 'architecture', title: { en: 'Architecture', pt: 'Arquitetura' } },
  { file: 'decisions', title: { en: 'Decisions', pt: 'Decisões' } },
  { file: 'glossary', title: { en: 'Glossary', pt: 'Glossário' } },
];
