export * from './pix-client.js';
