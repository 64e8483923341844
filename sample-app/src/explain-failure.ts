import { isPixError } from 'nestjs-pix';
import { DatabaseUnavailable } from './database/database.js';
import { SettingsError } from './settings/environment.js';

interface SystemError {
  readonly code?: unknown;
  readonly port?: unknown;
}

/** Why the shop did not open. What its owner can mend is said without a stack. */
export function explainFailure(error: unknown): string {
  const { code, port } = error as SystemError;
  if (code === 'EADDRINUSE') {
    return `Port ${String(port)} is taken. Stop what uses it, or choose another: PORT=3001 npm start`;
  }
  if (code === 'EACCES') {
    return `Port ${String(port)} needs privileges. Choose one above 1023: PORT=3001 npm start`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return 'HOST is no address of this machine. 127.0.0.1 lets this machine in, 0.0.0.0 lets all in.';
  }
  if (!(error instanceof Error)) return String(error);
  const isMendable =
    error instanceof SettingsError ||
    error instanceof DatabaseUnavailable ||
    isPixError(error, 'ConfigurationError') ||
    isPixError(error, 'CertificateError');
  return isMendable ? error.message : (error.stack ?? error.message);
}
