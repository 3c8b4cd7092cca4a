/**
 * The scales: a size, a distance, a corner or a duration is one of these or a share of the room there is. In CSS modules
 * they are `--chakra-font-sizes-sm`, `--chakra-spacing-2`, `--chakra-radii-md`, `--chakra-durations-fast`.
 */
import { defineKeyframes, defineTokens } from '@chakra-ui/react/styled-system';

const scale = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

/** 12, 13, 14, 16, 20 and 28 pixels at the browser's usual size. */
const fontSizes = scale({
  xs: '0.75rem',
  sm: '0.8125rem',
  md: '0.875rem',
  lg: '1rem',
  xl: '1.25rem',
  '2xl': '1.75rem',
});

/** Named by quarters of 16 pixels: `1` is 4, `2.5` is 10, `4` is 16. */
const quarters = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24];
const spacing = scale(Object.fromEntries(quarters.map((count) => [count, `${count / 4}rem`])));

export const tokens = defineTokens({
  fontSizes,
  lineHeights: scale({ xs: '1rem', sm: '1.25rem', md: '1.25rem', lg: '1.5rem', xl: '1.75rem', '2xl': '2.25rem' }),
  fontWeights: scale({ normal: '400', medium: '500', semibold: '600' }),
  fonts: scale({
    // fonts.css defines when it is Inter.
    body: "var(--inter, 'Inter before it is here'), system-ui, sans-serif, 'Noto Color Emoji'",
    heading: '{fonts.body}',
    mono: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  }),
  spacing,
  sizes: {
    ...spacing,
    ...scale({
      full: '100%',
      fit: 'fit-content',
      '2xs': '16rem',
      xs: '20rem',
      sm: '24rem',
      md: '28rem',
      lg: '32rem',
      xl: '36rem',
      '2xl': '42rem',
      '4xl': '56rem',
      // Maximum widths of a screen: for forms and text, and for lists and tables with their gutters.
      form: '45rem',
      page: '72rem',
    }),
  },
  radii: scale({ none: '0', sm: '0.25rem', md: '0.375rem', lg: '0.5rem', xl: '0.75rem', full: '9999px' }),
  // `fast`: what opens and closes. `moderate`: what changes its place.
  durations: scale({ fast: '80ms', moderate: '120ms', slow: '1.2s' }),
  zIndex: scale({ docked: '10', popover: '1500', toast: '2000' }),
  shadows: scale({
    sm: '0 1px 3px rgb(0 0 0 / 12%)',
    md: '0 4px 12px rgb(0 0 0 / 12%)',
    lg: '0 8px 28px rgb(0 0 0 / 16%)',
  }),
});

const names = ['xs', 'sm', 'md', 'lg', 'xl', '2xl'] as const;

/** A size with its line height, by the name of the size. */
export const textStyles = Object.fromEntries(
  names.map((name) => [name, { value: { fontSize: name, lineHeight: name } }]),
);

export const breakpoints = { sm: '480px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1536px' };

export const keyframes = defineKeyframes({
  spin: { to: { transform: 'rotate(360deg)' } },
  pulse: { '50%': { opacity: '0.5' } },
  'fade-in': { from: { opacity: 0 } },
  'fade-out': { to: { opacity: 0 } },
});
