import { isPixErrorOfClass } from 'nestjs-pix';
import { DatabaseUnavailable } from './database/database.js';
import { SettingsError } from './settings/read-settings.js';

interface SystemError {
  readonly code?: unknown;
  readonly port?: unknown;
}

/** Returns the reason why the shop did not start, without a stack if the configuration or environment must be corrected. */
export function explainFailure(error: unknown): string {
  const { code, port } = error as SystemError;
  if (code === 'EADDRINUSE') {
    return `Port ${String(port)} is in use. Stop the process that uses it, or choose another port: PORT=3001 npm start`;
  }
  if (code === 'EACCES') {
    return `Port ${String(port)} needs privileges. Choose one above 1023: PORT=3001 npm start`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return 'HOST is not an address of this machine. Use 127.0.0.1 for this machine only, or 0.0.0.0 for all networks.';
  }
  if (!(error instanceof Error)) return String(error);
  const { message, stack = message } = error;
  const isConfiguration =
    error instanceof SettingsError ||
    error instanceof DatabaseUnavailable ||
    isPixErrorOfClass(error, 'ConfigurationError') ||
    isPixErrorOfClass(error, 'CertificateError');
  return isConfiguration ? message : stack;
}
