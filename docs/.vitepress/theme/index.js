import { useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { onMounted, watchEffect } from 'vue';
import './theme.css';

/** The default theme, with a main landmark on the pages that lack one. */
export default {
  extends: DefaultTheme,
  setup() {
    const { frontmatter, page } = useData();
    const { document } = globalThis;
    onMounted(() => {
      watchEffect(() => {
        const hasNoMain = page.value.isNotFound || frontmatter.value.layout === 'home';
        document.getElementById('VPContent').role = hasNoMain ? 'main' : null;
      });
    });
  },
};
