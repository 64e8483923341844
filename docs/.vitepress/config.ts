import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { GUIDE_SECTIONS, REFERENCE_PAGES, type Translated } from './guides.js';
import { linkToRepository } from './repository-links.js';
import { toAnchor } from './to-anchor.js';

type Language = keyof Translated;

const { homepage } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { homepage: string };
const REPOSITORY = homepage.replace(/#.*$/, '');

const BANKS: Translated = { en: 'Banks', pt: 'Bancos' };
const REFERENCE: Translated = { en: 'Reference', pt: 'Referência' };
const API: Translated = { en: 'API reference', pt: 'Referência da API' };
const GUIDES: Translated = { en: 'Guides', pt: 'Guias' };

const EXTENSION = '.md';
const API_FOLDER = 'api/';
const API_LINK = `/${API_FOLDER}`;

const SEARCH_IN_PORTUGUESE = {
  button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar' },
  modal: {
    displayDetails: 'Mostrar detalhes',
    resetButtonTitle: 'Limpar a busca',
    backButtonTitle: 'Fechar a busca',
    noResultsText: 'Nenhum resultado para',
    footer: {
      selectText: 'selecionar',
      navigateText: 'navegar',
      closeText: 'fechar',
    },
  },
};

function buildSidebar(language: Language): DefaultTheme.SidebarItem[] {
  const root = language === 'en' ? '' : '/pt-BR';
  return [
    ...GUIDE_SECTIONS.map(({ title, guides }) => ({
      text: title[language],
      items: guides.map((guide) => ({
        text: guide.title[language],
        link: `${root}/guide/${guide.file}`,
      })),
    })),
    { text: BANKS[language], link: `${root}/banks/`, collapsed: true, items: listBanks(root) },
    {
      text: REFERENCE[language],
      link: `${root}/configuration`,
      collapsed: true,
      items: [
        ...REFERENCE_PAGES.map(({ file, title, translated }) => {
          const isEnglish = language === 'pt' && !translated;
          return {
            text: `${title[language]}${isEnglish ? ' (em inglês)' : ''}`,
            link: `${translated ? root : ''}/${file}`,
          };
        }),
        { text: API[language], link: API_LINK },
      ],
    },
  ];
}

function listBanks(root: string): DefaultTheme.SidebarItem[] {
  return readdirSync(new URL('../banks', import.meta.url))
    .filter((file) => !file.startsWith('index.'))
    .map((file) => {
      const page = readFileSync(new URL(`../banks/${file}`, import.meta.url), 'utf8');
      const title = /^# (.+)$/m.exec(page)?.[1] ?? file;
      return { text: title, link: `${root}/banks/${file.replace(/\.md$/, '')}` };
    });
}

function buildNavigation(language: Language): DefaultTheme.NavItem[] {
  const root = language === 'en' ? '' : '/pt-BR';
  return [
    { text: GUIDES[language], link: `${root}/guide/first-charge` },
    { text: BANKS[language], link: `${root}/banks/` },
    { text: API[language], link: API_LINK },
  ];
}

/** Lists the import paths of the API reference. `npm run docs:api` writes its pages. */
function listImportPaths(): DefaultTheme.SidebarItem[] {
  const index = new URL(`../${API_FOLDER}index${EXTENSION}`, import.meta.url);
  if (!existsSync(index)) return [];
  const links = readFileSync(index, 'utf8').matchAll(/\[([\w/-]+)\]\(([^)]+)index\.md\)/g);
  return [...links].map(([, text = '', path = '']) => ({ text, link: API_LINK + path }));
}

export default defineConfig({
  title: 'nestjs-pix',
  description: 'Receive Pix payments in NestJS',
  cleanUrls: true,
  outDir: '../site',
  metaChunk: true,
  head: [['meta', { name: 'color-scheme', content: 'light dark' }]],
  markdown: {
    anchor: { slugify: toAnchor },
    config: (markdown) => linkToRepository(markdown, REPOSITORY),
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  transformPageData({ relativePath, frontmatter }) {
    if (!relativePath.startsWith(API_FOLDER)) return;
    Object.assign(frontmatter, { pageClass: 'api', outline: [2, 3] });
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: { locales: { 'pt-BR': { translations: SEARCH_IN_PORTUGUESE } } },
    },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
  },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      themeConfig: {
        nav: buildNavigation('en'),
        sidebar: {
          [API_LINK]: [{ text: API.en, link: API_LINK, items: listImportPaths() }],
          '/': buildSidebar('en'),
        },
        notFound: { linkLabel: 'Take me home' },
      },
    },
    'pt-BR': {
      label: 'Português (Brasil)',
      lang: 'pt-BR',
      description: 'Receba Pix no NestJS',
      themeConfig: {
        nav: buildNavigation('pt'),
        sidebar: buildSidebar('pt'),
        outline: { label: 'Nesta página' },
        docFooter: { prev: 'Página anterior', next: 'Próxima página' },
        returnToTopLabel: 'Voltar ao início',
        sidebarMenuLabel: 'Menu',
        darkModeSwitchLabel: 'Aparência',
        langMenuLabel: 'Mudar idioma',
        lightModeSwitchTitle: 'Usar o tema claro',
        darkModeSwitchTitle: 'Usar o tema escuro',
        skipToContentLabel: 'Ir para o conteúdo',
        notFound: {
          title: 'PÁGINA NÃO ENCONTRADA',
          quote: 'Esta página não existe, mudou de endereço ou está somente em inglês.',
          linkLabel: 'Ir para o início',
          linkText: 'Ir para o início',
        },
      },
    },
  },
});
