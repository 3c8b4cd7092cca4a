/**
 * The Chakra system with only the recipes that are used: a component without its recipe here would render unstyled,
 * which test/system.test.ts forbids. The full default system costs 18 kB more at the first load.
 */
import { createSystem, defaultBaseConfig } from '@chakra-ui/react';
import {
  animationStyles,
  badgeRecipe,
  breakpoints,
  buttonRecipe,
  dialogSlotRecipe,
  fieldSlotRecipe,
  globalCss,
  headingRecipe,
  inputRecipe,
  keyframes,
  layerStyles,
  menuSlotRecipe,
  nativeSelectSlotRecipe,
  semanticTokens,
  skeletonRecipe,
  spinnerRecipe,
  switchSlotRecipe,
  tabsSlotRecipe,
  textareaRecipe,
  textStyles,
  tokens,
} from '@chakra-ui/react/theme';
import { colors } from './tokens.ts';

const fonts = {
  body: {
    value:
      'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji"',
  },
  mono: { value: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace' },
};

export const system = createSystem(
  defaultBaseConfig,
  {
    preflight: true,
    globalCss,
    theme: {
      breakpoints,
      keyframes,
      tokens,
      semanticTokens,
      textStyles,
      layerStyles,
      animationStyles,
      recipes: {
        badge: badgeRecipe,
        button: buttonRecipe,
        heading: headingRecipe,
        input: inputRecipe,
        skeleton: skeletonRecipe,
        spinner: spinnerRecipe,
        textarea: textareaRecipe,
      },
      slotRecipes: {
        dialog: dialogSlotRecipe,
        field: fieldSlotRecipe,
        menu: menuSlotRecipe,
        nativeSelect: nativeSelectSlotRecipe,
        switch: switchSlotRecipe,
        tabs: tabsSlotRecipe,
      },
    },
  },
  {
    globalCss: {
      'html, body, #root': { height: '100%' },
      // Of checkboxes, which the browser draws.
      html: { accentColor: 'brand.solid' },
      body: { fontSize: '14px', lineHeight: '1.45', bg: 'bg.canvas', color: 'fg', fontFamily: 'body' },
      // Emoji and letters of the system font need no alternates.
      '*': { fontFeatureSettings: 'normal' },
      '.sr-only': {
        position: 'absolute',
        width: '1px',
        height: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
        whiteSpace: 'nowrap',
      },
      '[data-row]:focus-visible': {
        outline: '2px solid var(--chakra-colors-focus)',
        outlineOffset: '-2px',
        borderRadius: '8px',
      },
      // What a search found.
      mark: { bg: 'yellow.muted', color: 'inherit', borderRadius: '2px', boxShadow: '0 0 0 1px {colors.yellow.muted}' },
      '::selection': { bg: 'brand.muted' },
      '*, *::before, *::after': {
        '@media (prefers-reduced-motion: reduce)': {
          // Not none: dialogs and menus go when their closing animation has ended.
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transition: 'none !important',
          scrollBehavior: 'auto !important',
        },
      },
    },
    theme: {
      tokens: { fonts: { ...fonts, heading: fonts.body } },
      semanticTokens: { colors },
      recipes: {
        button: {
          base: { fontWeight: '500', borderRadius: '6px' },
          variants: {
            size: {
              xs: { h: '28px', minW: '28px', fontSize: '13px', px: '10px' },
              sm: { h: '32px', minW: '32px', fontSize: '13px', px: '12px' },
            },
          },
          defaultVariants: { size: 'sm' },
        },
        badge: { base: { borderRadius: '5px', fontWeight: '500' }, defaultVariants: { size: 'sm' } },
        input: {
          base: { borderRadius: '6px' },
          variants: {
            size: { sm: { '--input-height': '32px', fontSize: '13px', px: '10px' } },
            variant: { outline: { borderColor: 'border.emphasized', bg: 'bg' } },
          },
          defaultVariants: { size: 'sm' },
        },
        textarea: {
          base: { borderRadius: '6px' },
          variants: {
            size: { sm: { fontSize: '13px' } },
            variant: { outline: { borderColor: 'border.emphasized', bg: 'bg' } },
          },
          defaultVariants: { size: 'sm' },
        },
        heading: { base: { fontWeight: '600', letterSpacing: '-0.01em' } },
      },
      slotRecipes: {
        // There at once: nobody waits for a dialog they have asked for.
        dialog: {
          slots: ['backdrop', 'content'],
          base: {
            backdrop: { _open: { animationDuration: '80ms' }, _closed: { animationDuration: '80ms' } },
            content: { _open: { animationDuration: '80ms' }, _closed: { animationDuration: '80ms' } },
          },
        },
        nativeSelect: {
          slots: ['root', 'field', 'indicator'],
          variants: {
            size: { sm: { field: { height: '32px', fontSize: '13px', borderRadius: '6px' } } },
            variant: { outline: { field: { borderColor: 'border.emphasized', bg: 'bg' } } },
          },
        },
        switch: {
          slots: ['root', 'label', 'control', 'thumb', 'indicator'],
          variants: {
            variant: { solid: { control: { bg: 'border.emphasized', _checked: { bg: 'colorPalette.solid' } } } },
          },
        },
      },
    },
  },
);
