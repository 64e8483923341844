export * from './schema/back-office.js';
export * from './schema/invoices.js';
export * from './schema/orders.js';
export * from './schema/payments.js';
export * from './schema/subscriptions.js';
