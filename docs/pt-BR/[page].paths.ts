import { REFERENCE_PAGES } from '../.vitepress/guides.js';

/** For the language menu: a page for each reference page, which exists only in English. */
export default {
  paths: () =>
    REFERENCE_PAGES.map(({ file, title }) => ({
      params: { page: file },
      content: `# ${title.pt}\n\nEsta página existe somente em inglês: [${title.en}](/${file}).`,
    })),
};
