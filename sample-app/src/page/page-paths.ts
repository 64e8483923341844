/**
 * The pages of the shop, as patterns of the router in `web/`. The controller of a feature serves those with a parameter,
 * so that an unknown record is answered with 404; `PageController` serves the others.
 */
export const SHOP_PATHS = [
  '/',
  '/pedido/:id',
  '/faturas/:id',
  '/assinaturas',
  '/assinaturas/:id',
] as const;

/** The pages of the back office. Their data needs a session, so none of them is looked up. */
export const BACK_OFFICE_PATHS = [
  '/admin',
  '/admin/faturas',
  '/admin/faturas/:id',
  '/admin/lotes/:id',
  '/admin/assinaturas',
  '/admin/assinaturas/:id',
  '/admin/cobrancas',
  '/admin/cobrancas/:id',
  '/admin/pagamentos',
  '/admin/entregas',
  '/admin/falhas',
  '/admin/numeros',
  '/admin/saude',
  '/admin/auditoria',
  '/admin/usuarios',
  '/admin/senha',
] as const;

export type ShopPath = (typeof SHOP_PATHS)[number];
export type BackOfficePath = (typeof BACK_OFFICE_PATHS)[number];
