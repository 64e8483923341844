import { REFERENCE_PAGES } from '../.vitepress/guides.js';

/** For the language menu: a page for each reference page that exists only in English. */
export default {
  paths: () =>
    REFERENCE_PAGES.filter(({ translated }) => !translated).map(({ file, title }) => ({
      params: { page: file },
      content: `# ${title.pt}\n\nEsta página existe somente em inglês: [${title.en}](/${file}).`,
    })),
};
