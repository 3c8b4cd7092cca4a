import type { Plugin } from 'vite';

const rules = 'const _global = [getPreflightCss(), getGlobalCss(), getTokenCss()];';

/**
 * Chakra works out the rules of every page with each theme, which takes a third of its time; here they are a style sheet
 * already (theme.ts), so that the program has none. Fails a build with a Chakra that does so elsewhere.
 */
export function themeWithoutRules(): Plugin {
  return {
    name: 'parley-theme-without-rules',
    apply: 'build',
    transform: {
      filter: { id: /@chakra-ui\/react\/dist\/esm\/styled-system\/system\.js$/ },
      handler(code) {
        if (!code.includes(rules))
          this.error('Chakra makes the rules of every page elsewhere: see vite/theme-without-rules.ts');
        return { code: code.replace(rules, 'const _global = [];'), map: null };
      },
    },
  };
}
