/**
 * Rules of every page, which the build turns into a style sheet (vite/theme.ts): the program no longer computes them.
 */
import type { SystemConfig } from '@chakra-ui/react';

export const everyPage: SystemConfig = {
  preflight: true,
  globalCss: {
    'html, body, #root': { height: '100%' },
    html: {
      colorPalette: 'gray',
      // For checkboxes, which the browser draws.
      accentColor: 'colorPalette.solid',
      '--global-font-body': 'fonts.body',
      '--global-font-mono': 'fonts.mono',
      '--global-color-border': 'colors.border',
    },
    // For scroll bars and pickers of time fields: the chosen theme, not the system's.
    'html.light': { colorScheme: 'light' },
    'html.dark': { colorScheme: 'dark' },
    body: {
      textStyle: 'md',
      bg: 'bg.canvas',
      color: 'fg',
      fontFamily: 'body',
      // The page reaches under a phone's camera and rounded corners; what is on it doesn't.
      paddingLeft: 'env(safe-area-inset-left)',
      paddingRight: 'env(safe-area-inset-right)',
    },
    // Numbers under each other, or that change, keep their width; in words Inter would widen the hyphens, too.
    'time, td, [data-numbers]': { fontVariantNumeric: 'tabular-nums' },
    '*::placeholder': { color: 'fg.muted' },
    // Applies to placeholders, too.
    input: { textOverflow: 'ellipsis' },
    // Neutral and the same everywhere; where it would be cut off, the element draws it inside.
    ':focus-visible': { outline: '2px solid {colors.focus}', outlineOffset: '1px' },
    '.sr-only': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
    // Alternative between the words of rows, of which there are many: in the flow, since positioned elements are
    // painted separately, and without width.
    '.sr-inline': {
      display: 'inline-block',
      width: '1px',
      height: '1px',
      marginInlineEnd: '-1px',
      marginBlockEnd: '-1px',
      overflow: 'hidden',
      whiteSpace: 'nowrap',
    },
    '[data-row]:focus-visible': { outlineOffset: '-2px', borderRadius: 'lg' },
    // Matches of a search.
    mark: { bg: 'yellow.muted', color: 'inherit', borderRadius: 'sm', boxShadow: '0 0 0 1px {colors.yellow.muted}' },
    '::selection': { bg: 'gray.emphasized' },
    '*, *::before, *::after': {
      '@media (prefers-reduced-motion: reduce)': {
        // Not none: dialogs and menus close when their closing animation has ended.
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transition: 'none !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
};
