import type { FuzzTarget } from '../fuzz-target.js';
import { brCode } from './br-code.js';
import { dtos } from './dtos.js';
import { errorBodies } from './error-bodies.js';
import { headerCertificates } from './header-certificates.js';
import { jws } from './jws.js';
import { notifications } from './notifications.js';
import { pkcs12 } from './pkcs12.js';
import { redaction } from './redaction.js';

export const targets: readonly FuzzTarget[] = [
  brCode,
  notifications,
  headerCertificates,
  pkcs12,
  jws,
  errorBodies,
  dtos,
  redaction,
];
