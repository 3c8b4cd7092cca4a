import type { Plugin } from 'vite';

const name = 'virtual:theme.css';

/**
 * The theme's rules as a style sheet, so that the page can be painted before the program is here, and nobody's browser
 * works out what is the same for all.
 */
export function theme(): Plugin {
  const id = `\0${name}`;
  return {
    name: 'parley-theme',
    resolveId: (source) => (source === name ? id : undefined),
    // Chakra is only loaded by who builds.
    load: async (wanted) => (wanted === id ? (await import('./theme-css.ts')).themeCss() : undefined),
  };
}
