import { type FieldText, UUID } from './field-texts.js';

/** Bodies and responses in which a field says something of its own: a pattern for their names, and the fields. */
export const SCHEMA_TEXTS: readonly (readonly [RegExp, Readonly<Record<string, FieldText>>])[] = [
  [
    /^(Order(Event|View|RowView|DetailView)|PaidOrderView)$/,
    {
      descricao: ['Produtos e quantidades', '1x Camiseta Ipê'],
      status: [
        'Situação do pedido. Em `CRIANDO` e `CANCELANDO`, o resultado no banco ainda não é conhecido; em `EM_ANALISE`, uma pessoa decide sobre um Pix que não paga o pedido',
      ],
    },
  ],
  [
    /^(Invoice(Event|View|RowView|DetailView)|BatchRowView|PaidInvoiceView)$/,
    {
      status: [
        'Situação da fatura, como a de um pedido; `NEGADO` se o banco recusou a criação da cobrança',
      ],
    },
  ],
  [
    /^Subscription(Event|View|RowView|DetailView)$/,
    {
      plano: ['O plano assinado'],
      status: [
        'Situação da assinatura. Em `CRIANDO` e `CANCELANDO`, o resultado no banco ainda não é conhecido',
      ],
    },
  ],
  [
    /^SubscriptionChargeView$/,
    {
      status: [
        'Situação da cobrança. Em `AGENDANDO`, o resultado no banco ainda não é conhecido; em `NAO_PAGA`, não resta tentativa',
      ],
      tipo: ['`IMEDIATA` é paga com a aprovação; as outras o banco cobra no vencimento'],
      vencimento: ['Dia da primeira tentativa', '2026-12-01'],
    },
  ],
  [
    /View$/,
    {
      cpf: ['CPF do pagador, mascarado', '•••.982.247-••'],
      cpfCnpj: ['CPF ou CNPJ do devedor, mascarado', '•••.982.247-••'],
    },
  ],
  [/^RefundView$/, { status: ['Situação da devolução'] }],
  [
    /^(HealthView|ComponentView|ProbeView)$/,
    { status: ['`up`, `down`, ou `unknown`: não se sabe'] },
  ],
  [/^ProbeView$/, { status: ['`ok`: o processo responde'] }],
  [/^(Subscription)?TransitionView$/, { motivo: ['Por que a situação mudou', 'cobrança criada'] }],
  [
    /^TransitionView$/,
    {
      de: ['A situação antes da mudança; `null` na criação'],
      para: ['A situação depois da mudança'],
    },
  ],
  [/^(SubscriptionTransitionView|DeliveryView|AuditView)$/, { id: ['Identificador', 1] }],
  [
    /^TaskView$/,
    {
      assinatura: ['Mês de uma assinatura com este txid; `null` sem um'],
      fatura: ['Fatura com este txid; `null` sem uma'],
      pedido: ['Pedido com este txid; `null` sem um'],
    },
  ],
  [/^MonthView$/, { id: ['Identificador da assinatura', UUID] }],
  [/^SessionView$/, { usuario: ['A pessoa na sessão; `null` sem sessão'] }],
  [
    /^CatalogueView|Product$/,
    { id: ['Identificador do produto', 'camiseta-ipe'], nome: ['Nome do produto', 'Camiseta Ipê'] },
  ],
  [
    /^(Plan|SubscribedPlanView)$/,
    { id: ['Identificador do plano', 'clube-250'], nome: ['Nome do plano', 'Clube do Café 250 g'] },
  ],
  [
    /^(CreateOrderDto|OrderDetailView)$/,
    { itens: ['Produtos e quantidades; cada produto uma vez'] },
  ],
  [/^DeadLettersView$/, { itens: ['Os 100 que falharam por último'] }],
  [/^DeadLetterView$/, { motivo: ['Por que a última tentativa falhou', 'connect ECONNREFUSED'] }],
  [/^InvoiceTodayView$/, { total: ['O que se paga hoje', '135.00'] }],
  [/^PeriodView$/, { total: ['Números do período todo'] }],
  [/^SettleChargeDto$/, { resultado: ['Como termina a tentativa: com ou sem saldo'] }],
  [/^AuditView$/, { detalhe: ['Mais sobre a ação; `null` se não há', '72.50'] }],
  [
    /^DeliveryView$/,
    { erro: ['Classe do erro da última execução; `null` sem falha', 'TypeError'] },
  ],
];

/** Parameters that say more, or something else, than the field of the same name. */
export const PARAMETER_TEXTS: Readonly<Record<string, FieldText>> = {
  acao: ['Só registros desta ação'],
  busca: ['Texto a procurar', 'Maria'],
  cobranca: ['Identificador da cobrança da assinatura', UUID],
  depois: ['`proxima` da página anterior', 'MjAyNi0xMS0yMw'],
  'idempotency-key': [
    'Repita a requisição com a mesma chave: o efeito acontece uma vez só',
    '5f0c2a7e9b1d4c3f8a6e0b2d',
  ],
  limite: ['Registros por página. Padrão: 25', 25],
  status: ['Só registros nesta situação', 'PAGO'],
};
