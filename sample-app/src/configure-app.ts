import { type INestApplication, ValidationPipe } from '@nestjs/common';
import { securityHeaders } from './page/security-headers.js';

/** What the application needs beside its modules, the same in production and in tests. */
export function configureApp(app: INestApplication): void {
  app.use(securityHeaders);
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
}
