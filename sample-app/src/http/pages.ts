import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import {
  type ArgumentsHost,
  Catch,
  Controller,
  Get,
  Global,
  Inject,
  Injectable,
  Logger,
  Module,
  NotFoundException,
  Param,
  Res,
  StreamableFile,
} from '@nestjs/common';
import { APP_FILTER, BaseExceptionFilter, HttpAdapterHost } from '@nestjs/core';
import { BACK_OFFICE_PATHS, SHOP_PATHS } from './page-paths.js';
import { isApi } from './request-guard.js';

/** The folder of the built pages. */
export const PAGES_FOLDER = Symbol('PAGES_FOLDER');

/** Where `vite build` writes to, seen from the sources and from the build of the server. */
export const BUILT_PAGES = join(import.meta.dirname, '../../web/dist');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** The built pages and their files, in memory. No other file can be requested. */
@Injectable()
export class Pages {
  readonly #files = new Map<string, { readonly type: string; readonly body: Buffer }>();

  constructor(@Inject(PAGES_FOLDER) folder: string) {
    const paths = existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      : [];
    for (const path of paths) {
      const type = TYPES[extname(path)];
      if (type === undefined) continue;
      this.#files.set(path.replaceAll('\\', '/'), { type, body: readFileSync(join(folder, path)) });
    }
    if (!this.#files.has('index.html')) {
      new Logger('Pages').warn('Only the API is served: run npm run build:web to build the pages');
    }
  }

  /** The HTML of all pages of the shop: the address decides which one is shown. */
  get shop(): StreamableFile {
    return this.file('index.html');
  }

  /**
   * The HTML of the page of a record, with the preview that messengers show of its link. Everyone in a conversation sees
   * a preview, so it contains no personal data.
   */
  preview(title: string, description: string): StreamableFile {
    const html = this.#files.get('index.html')?.body.toString();
    if (html === undefined) return this.shop;
    const tags = [
      ['og:site_name', 'Loja Ipê'],
      ['og:type', 'website'],
      ['og:locale', 'pt_BR'],
      ['og:title', title],
      ['og:description', description],
    ].map(([name, text]) => `<meta property="${name}" content="${escape(text ?? '')}" />`);
    const body = Buffer.from(html.replace('</head>', () => `${tags.join('')}</head>`));
    return new StreamableFile(body, { type: TYPES['.html'] ?? '', length: body.length });
  }

  /** The HTML of all pages of the back office. */
  get backOffice(): StreamableFile {
    return this.file('admin.html');
  }

  /** The HTML that answers an unknown page or record: the application shows that there is none. */
  notFound(isBackOffice: boolean): string {
    const name = isBackOffice ? 'admin.html' : 'index.html';
    return this.#files.get(name)?.body.toString() ?? 'Página não encontrada';
  }

  /** @throws NotFoundException if there is no such file */
  file(path: string): StreamableFile {
    const file = this.#files.get(path);
    if (!file) throw new NotFoundException('Página não encontrada');
    return new StreamableFile(file.body, { type: file.type, length: file.body.length });
  }
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

/** "1234.50" as "R$ 1.234,50", for previews. */
export function formatReais(valor: string): string {
  const [reais = '', centavos = ''] = valor.split('.');
  return `R$ ${reais.replace(/\B(?=(\d{3})+$)/g, '.')},${centavos}`;
}

/** The name of an asset changes with its content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Pages without a record. The controller of a feature serves those with one, so that an unknown record is a 404. */
@Controller()
class PagesController {
  constructor(
    private readonly pages: Pages,
    private readonly host: HttpAdapterHost,
  ) {}

  @Get(SHOP_PATHS.filter((path) => !path.includes(':')))
  shop(): StreamableFile {
    return this.pages.shop;
  }

  @Get([...BACK_OFFICE_PATHS])
  backOffice(): StreamableFile {
    return this.pages.backOffice;
  }

  @Get('favicon.svg')
  favicon(): StreamableFile {
    return this.pages.file('favicon.svg');
  }

  @Get('assets/:file')
  asset(@Param('file') file: string, @Res({ passthrough: true }) response: object): StreamableFile {
    const asset = this.pages.file(`assets/${file}`);
    // Only for a file that exists: another process may already have a newer build.
    this.host.httpAdapter.setHeader(response, 'Cache-Control', IMMUTABLE);
    return asset;
  }
}

/** Answers an unknown page with HTML. Programs get JSON: requests below `/api/`, and all except GET and HEAD. */
@Catch(NotFoundException)
class NotFoundFilter extends BaseExceptionFilter<NotFoundException> {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly pages: Pages,
  ) {
    super(host.httpAdapter);
  }

  override catch(error: NotFoundException, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { method = '', url } = http.getRequest<IncomingMessage>();
    if (!['GET', 'HEAD'].includes(method) || isApi(url)) {
      super.catch(error, host);
      return;
    }
    const { httpAdapter } = this.host;
    const response: unknown = http.getResponse();
    httpAdapter.setHeader(response, 'Content-Type', 'text/html; charset=utf-8');
    httpAdapter.reply(
      response,
      this.pages.notFound(/^\/admin\//i.test(url ?? '')),
      error.getStatus(),
    );
  }
}

/** The pages, for the controllers of all features. */
@Global()
@Module({
  controllers: [PagesController],
  providers: [
    Pages,
    { provide: PAGES_FOLDER, useValue: BUILT_PAGES },
    { provide: APP_FILTER, useClass: NotFoundFilter },
  ],
  exports: [Pages],
})
export class PagesModule {}
