import DefaultTheme from 'vitepress/theme';
import './theme.css';

/** The default theme, with a main landmark on the pages that lack one. */
export default {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    if (import.meta.env.SSR) return;
    const { document } = globalThis;
    router.onAfterRouteChange = () => {
      const { isNotFound, frontmatter } = router.route.data;
      const hasNoMain = isNotFound || frontmatter.layout === 'home';
      document.getElementById('VPContent').role = hasNoMain ? 'main' : null;
    };
  },
};
