/** The pages of the shop, as patterns of the router in `web/`. */
export const SHOP_PATHS = [
  '/',
  '/pedidos',
  '/pedido/:id',
  '/faturas/:id',
  '/assinaturas',
  '/assinaturas/:id',
] as const;

/** The pages of the back office. Their data needs a session, so none of them is looked up. */
export const BACK_OFFICE_PATHS = [
  '/admin',
  '/admin/cobrancas',
  '/admin/cobrancas/:id',
  '/admin/faturas',
  '/admin/pagamentos',
  '/admin/devolucoes',
  '/admin/entregas',
  '/admin/livros',
  '/admin/saude',
] as const;

export type ShopPath = (typeof SHOP_PATHS)[number];
export type BackOfficePath = (typeof BACK_OFFICE_PATHS)[number];
