/** Settings of a shop for tests, which send more requests from one address than a customer. */
export const NO_LIMIT = { REQUESTS_PER_MINUTE: '1000000' };
