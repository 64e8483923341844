export * from './public.js';
export { byFamily, profileRules, removeTrailingSlashes } from './define-pix-provider.js';
export { listOfferedFeatures, listProviderScopes, resolveFeatureScopes } from './features.js';
export { findPixProvider, pixProviders } from './registry.js';
export { listFamilyScopes } from './scopes.js';
export { simulatorFileNames, type SimulatorFolderSettings } from './simulator-folder.js';
export { resolveVersion } from './versions.js';
