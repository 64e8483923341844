import { join } from 'node:path';
import { Inject, Injectable, Logger, NotFoundException, StreamableFile } from '@nestjs/common';
import { type Asset, loadAssets } from './assets.js';

/** The folder of the built pages. */
export const PAGES_FOLDER = Symbol('PAGES_FOLDER');

/** Where `vite build` writes to, seen from the sources and from the build of the server. */
export const BUILT_PAGES = join(import.meta.dirname, '../../web/dist');

/** The built pages and their files. */
@Injectable()
export class Pages {
  readonly #assets: ReadonlyMap<string, Asset>;

  constructor(@Inject(PAGES_FOLDER) folder: string) {
    this.#assets = loadAssets(folder);
    if (!this.#assets.has('index.html')) {
      new Logger('Pages').warn(
        'Only the API is served: there are no built pages. Run npm run build:sample',
      );
    }
  }

  /** The HTML of all pages of the shop: the address decides which one is shown. */
  get shop(): StreamableFile {
    return this.file('index.html');
  }

  /** The HTML of all pages of the back office. */
  get backOffice(): StreamableFile {
    return this.file('admin.html');
  }

  /**
   * Returns the HTML that answers an unknown page or record.
   *
   * @param isBackOffice whether the address is one of the back office
   */
  notFound(isBackOffice: boolean): string {
    const name = isBackOffice ? 'admin-not-found.html' : 'not-found.html';
    return this.#assets.get(name)?.body.toString() ?? 'Página não encontrada';
  }

  /** @throws NotFoundException if there is no such file */
  file(path: string): StreamableFile {
    const asset = this.#assets.get(path);
    if (!asset) throw new NotFoundException('Página não encontrada');
    return new StreamableFile(asset.body, { type: asset.type, length: asset.body.length });
  }
}
