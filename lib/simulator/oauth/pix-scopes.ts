const PRODUCTS = [
  'cob',
  'cobv',
  'lotecobv',
  'pix',
  'webhook',
  'payloadlocation',
  'rec',
  'solicrec',
  'cobr',
  'payloadlocationrec',
  'webhookrec',
  'webhookcobr',
];

/** Every scope of the specification's `securitySchemes`: each product's `read` and `write`. */
export const PIX_SCOPES: readonly string[] = PRODUCTS.flatMap((product) => [
  `${product}.write`,
  `${product}.read`,
]);
