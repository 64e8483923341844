import { Global, Module } from '@nestjs/common';
import { BUILT_PAGES, Pages, PAGES_FOLDER } from './pages.js';

/** The pages, for the controllers of all features. */
@Global()
@Module({
  providers: [Pages, { provide: PAGES_FOLDER, useValue: BUILT_PAGES }],
  exports: [Pages],
})
export class PagesModule {}
