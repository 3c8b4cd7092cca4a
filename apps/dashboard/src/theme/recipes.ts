/**
 * Styles of the components, in the variants that are used. A component without its recipe here would render unstyled,
 * which test/system.test.ts forbids; Chakra's own recipes, with every variant there could be, are not loaded at all.
 */
import { defineRecipe } from '@chakra-ui/react/styled-system';

const disabled = { opacity: '0.5', cursor: 'not-allowed' };

/** `solid` is for the one thing a place is for; in ink, or `colorPalette="red"` for what destroys. */
const button = defineRecipe({
  className: 'chakra-button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: '0',
    userSelect: 'none',
    whiteSpace: 'nowrap',
    verticalAlign: 'middle',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'md',
    fontWeight: 'medium',
    textStyle: 'sm',
    cursor: 'pointer',
    _disabled: disabled,
    _icon: { flexShrink: '0' },
  },
  variants: {
    size: {
      // A finger needs more room than a pointer.
      '2xs': {
        h: { base: '8', md: '6' },
        minW: { base: '8', md: '6' },
        px: { base: '2', md: '1.5' },
        gap: '1',
        textStyle: 'xs',
      },
      xs: { h: { base: '8', md: '7' }, minW: { base: '8', md: '7' }, px: '2.5', gap: '1.5' },
      sm: { h: '8', minW: '8', px: '3', gap: '1.5' },
      md: { h: '9', minW: '9', px: '4', gap: '2', textStyle: 'md' },
    },
    variant: {
      solid: {
        bg: 'colorPalette.solid',
        color: 'colorPalette.contrast',
        _hover: { bg: 'colorPalette.hover' },
        _expanded: { bg: 'colorPalette.hover' },
      },
      outline: {
        borderColor: 'colorPalette.border',
        color: 'colorPalette.fg',
        _hover: { bg: 'colorPalette.subtle' },
        _expanded: { bg: 'colorPalette.subtle' },
      },
      subtle: { bg: 'colorPalette.subtle', color: 'colorPalette.fg', _hover: { bg: 'colorPalette.muted' } },
      ghost: {
        color: 'colorPalette.fg',
        _hover: { bg: 'colorPalette.subtle' },
        _expanded: { bg: 'colorPalette.subtle' },
      },
      plain: { color: 'colorPalette.fg' },
    },
  },
  defaultVariants: { size: 'sm', variant: 'solid' },
});

/** Styles of every text field and select. */
const field = {
  width: 'full',
  minWidth: '0',
  appearance: 'none',
  textAlign: 'start',
  bg: 'bg',
  borderWidth: '1px',
  borderColor: 'border.emphasized',
  borderRadius: 'md',
  // Smaller letters would have a phone zoom in.
  textStyle: { base: 'lg', md: 'sm' },
  _focusVisible: { outlineOffset: '-1px' },
  // The content of a disabled field stays readable.
  _disabled: { bg: 'bg.subtle', borderColor: 'border', color: 'fg.muted', opacity: '1', cursor: 'not-allowed' },
  _invalid: { borderColor: 'border.error' },
} as const;

/** Returns an icon of Lucide's as a mask: elements that the browser draws take no component. */
const drawnAs = (paths: string) => ({
  background: 'currentcolor',
  maskImage: `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`,
  )}")`,
});
const clock = '<circle cx="12" cy="12" r="10"/><path d="M12 6v6l4 2"/>';
const calendar = '<path d="M8 2v4M16 2v4M3 10h18"/><rect width="18" height="18" x="3" y="4" rx="2"/>';

const input = defineRecipe({
  className: 'chakra-input',
  base: {
    ...field,
    // Time and date fields, which browsers draw parts of.
    '&::-webkit-calendar-picker-indicator': {
      ...drawnAs(calendar),
      boxSize: '4',
      p: '0',
      ms: 'auto',
      maskSize: 'contain',
      color: 'fg.muted',
      cursor: 'inherit',
    },
    '&[type=time]::-webkit-calendar-picker-indicator': drawnAs(clock),
    '&::-webkit-datetime-edit': { p: '0', fontVariantNumeric: 'tabular-nums' },
    '&::-webkit-datetime-edit-fields-wrapper': { p: '0' },
    '&::-webkit-date-and-time-value': { textAlign: 'start' },
  },
  variants: { size: { xs: { h: '7', px: '2' }, sm: { h: '8', px: '2.5' }, md: { h: '9', px: '3' } } },
  defaultVariants: { size: 'sm' },
});

const textarea = defineRecipe({
  className: 'chakra-textarea',
  base: { ...field, px: '2.5', py: '1.5' },
});

const heading = defineRecipe({
  className: 'chakra-heading',
  base: { fontFamily: 'heading', fontWeight: 'semibold', letterSpacing: '-0.011em' },
  variants: {
    size: {
      sm: { textStyle: 'sm' },
      md: { textStyle: 'md' },
      lg: { textStyle: 'lg' },
      xl: { textStyle: 'xl' },
      '2xl': { textStyle: '2xl' },
    },
  },
  defaultVariants: { size: 'lg' },
});

const skeleton = defineRecipe({
  className: 'chakra-skeleton',
  variants: {
    loading: {
      true: {
        borderRadius: 'md',
        color: 'transparent',
        pointerEvents: 'none',
        userSelect: 'none',
        flexShrink: '0',
        '&::before, &::after, *': { visibility: 'hidden' },
        background: 'bg.emphasized',
        animation: 'pulse {durations.slow} ease-in-out infinite',
      },
      false: { background: 'unset' },
    },
  },
  defaultVariants: { loading: true },
});

const spinner = defineRecipe({
  className: 'chakra-spinner',
  base: {
    display: 'inline-block',
    borderWidth: '2px',
    borderStyle: 'solid',
    borderColor: 'currentColor',
    borderBottomColor: 'transparent',
    borderInlineStartColor: 'transparent',
    borderRadius: 'full',
    animation: 'spin 600ms linear infinite',
  },
  variants: { size: { xs: { boxSize: '3' }, sm: { boxSize: '4' }, md: { boxSize: '5' } } },
  defaultVariants: { size: 'md' },
});

export const recipes = { button, input, textarea, heading, skeleton, spinner };
export { disabled, field };
