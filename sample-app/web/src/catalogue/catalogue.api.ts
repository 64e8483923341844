import type { CatalogueView } from '../../../src/catalogue/catalogue.view.js';
import { call } from '../api/call.js';

export const catalogueApi = {
  read: (signal: AbortSignal) => call<CatalogueView>('/api/products', { signal }),
};
