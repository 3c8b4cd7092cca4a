/** Styles of the components with several parts: see recipes.ts. */
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { disabled, field as fieldStyle } from './recipes.ts';

/** Appears at once: users do not wait for a dialog that they have opened. */
const appears = {
  _open: { animation: 'fade-in {durations.fast} ease-out' },
  _closed: { animation: 'fade-out {durations.fast} ease-in' },
};

const dialog = defineSlotRecipe({
  className: 'chakra-dialog',
  slots: [
    'trigger',
    'backdrop',
    'positioner',
    'content',
    'header',
    'title',
    'description',
    'body',
    'footer',
    'closeTrigger',
  ],
  base: {
    backdrop: { pos: 'fixed', inset: '0', zIndex: 'popover', bg: 'rgb(0 0 0 / 45%)', ...appears },
    positioner: {
      pos: 'fixed',
      inset: '0',
      zIndex: 'popover',
      display: 'flex',
      justifyContent: 'center',
      px: '4',
      overflow: 'auto',
      overscrollBehaviorY: 'none',
    },
    content: {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      width: 'full',
      mx: 'auto',
      borderRadius: 'xl',
      bg: 'bg.panel',
      boxShadow: 'lg',
      outline: '0',
      ...appears,
    },
    header: { display: 'flex', gap: '2', flex: '0', px: '5', pt: '5', pb: '2' },
    title: { textStyle: 'lg', fontWeight: 'semibold' },
    description: { color: 'fg.muted' },
    body: { flex: '1', px: '5', py: '2' },
    footer: { display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: '2', px: '5', pt: '3', pb: '5' },
    closeTrigger: { pos: 'absolute', top: '1.125rem', insetEnd: '4' },
  },
  variants: {
    placement: {
      center: { positioner: { alignItems: 'center' }, content: { my: 'auto' } },
      top: { positioner: { alignItems: 'flex-start' }, content: { my: { base: '4', md: '16' } } },
    },
    scrollBehavior: {
      inside: {
        positioner: { overflow: 'hidden' },
        content: { maxH: { base: 'calc(100dvh - 2 * {spacing.4})', md: 'calc(100dvh - 2 * {spacing.16})' } },
        body: { overflow: 'auto' },
        footer: { borderTopWidth: '1px', pb: '3' },
      },
      outside: {},
    },
    size: {
      sm: { content: { maxW: 'md' } },
      md: { content: { maxW: 'xl' } },
      lg: { content: { maxW: '2xl' } },
      xl: { content: { maxW: '4xl' } },
    },
  },
  defaultVariants: { size: 'md', scrollBehavior: 'outside', placement: 'top' },
});

const menu = defineSlotRecipe({
  className: 'chakra-menu',
  slots: [
    'arrow',
    'arrowTip',
    'content',
    'contextTrigger',
    'indicator',
    'item',
    'itemGroup',
    'itemGroupLabel',
    'itemIndicator',
    'itemText',
    'positioner',
    'separator',
    'trigger',
    'triggerItem',
    'itemCommand',
  ],
  base: {
    content: {
      zIndex: 'popover',
      minW: '48',
      maxHeight: 'var(--available-height)',
      p: '1',
      overflowY: 'auto',
      borderWidth: '1px',
      borderRadius: 'lg',
      bg: 'bg.panel',
      color: 'fg',
      boxShadow: 'md',
      outline: '0',
      ...appears,
    },
    item: {
      position: 'relative',
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      width: 'full',
      px: '2',
      py: '1.5',
      borderRadius: 'sm',
      textStyle: 'sm',
      textAlign: 'start',
      cursor: 'default',
      userSelect: 'none',
      outline: '0',
      _highlighted: { bg: 'bg.emphasized' },
      _disabled: disabled,
      '&[data-type]': { ps: '8' },
    },
    itemText: { flex: '1' },
    itemIndicator: { position: 'absolute', insetStart: '2', top: '50%', transform: 'translateY(-50%)' },
    itemGroupLabel: { px: '2', py: '1', textStyle: 'xs', fontWeight: 'medium', color: 'fg.muted' },
    separator: { height: '1px', bg: 'border', my: '1', mx: '-1' },
  },
});

const field = defineSlotRecipe({
  className: 'chakra-field',
  slots: ['root', 'errorText', 'helperText', 'input', 'label', 'select', 'textarea', 'requiredIndicator'],
  base: {
    root: {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'flex-start',
      position: 'relative',
      width: 'full',
      gap: '1',
    },
    label: {
      display: 'flex',
      alignItems: 'center',
      gap: '1',
      textStyle: 'sm',
      fontWeight: 'medium',
    },
    requiredIndicator: { color: 'fg.muted', lineHeight: '1' },
    helperText: { textStyle: 'xs', color: 'fg.muted' },
    errorText: { textStyle: 'xs', fontWeight: 'medium', color: 'fg.error' },
  },
});

const nativeSelect = defineSlotRecipe({
  className: 'chakra-native-select',
  slots: ['root', 'field', 'indicator'],
  base: {
    root: { position: 'relative', display: 'flex', width: 'full', height: 'fit-content' },
    field: { ...fieldStyle, h: '8', ps: '2.5', pe: '8', '& > option': { bg: 'bg' } },
    indicator: {
      position: 'absolute',
      insetEnd: '2',
      top: '50%',
      transform: 'translateY(-50%)',
      pointerEvents: 'none',
      color: 'fg.muted',
      _icon: { boxSize: '4' },
    },
  },
});

const switched = defineSlotRecipe({
  className: 'chakra-switch',
  slots: ['root', 'label', 'control', 'thumb', 'indicator'],
  base: {
    root: { display: 'inline-flex', alignItems: 'center', gap: '2.5', position: 'relative', verticalAlign: 'middle' },
    // The label of a disabled switch stays readable.
    label: { textStyle: 'sm', fontWeight: 'medium', userSelect: 'none', _disabled: { color: 'fg.muted' } },
    control: {
      display: 'inline-flex',
      flexShrink: '0',
      width: '7',
      height: '4',
      p: '0.5',
      borderRadius: 'full',
      bg: 'border.emphasized',
      cursor: 'pointer',
      transition: 'background {durations.fast}',
      _checked: { bg: 'colorPalette.solid' },
      _disabled: disabled,
      _focusVisible: { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
    },
    thumb: {
      boxSize: '3',
      borderRadius: 'full',
      bg: 'bg',
      transition: 'translate {durations.fast}',
      _checked: { translate: { base: '{sizes.3} 0', _rtl: 'calc({sizes.3} * -1) 0' } },
    },
  },
});

const tabs = defineSlotRecipe({
  className: 'chakra-tabs',
  slots: ['root', 'list', 'trigger', 'content', 'contentGroup', 'indicator'],
  base: {
    root: { position: 'relative' },
    list: { position: 'relative' },
    trigger: {
      position: 'relative',
      display: 'flex',
      textStyle: 'sm',
      fontWeight: 'medium',
      cursor: 'pointer',
    },
    content: { width: 'full', pt: '4', _focusVisible: { outlineOffset: '-2px' } },
  },
  variants: {
    fitted: { true: { trigger: { flex: '1', justifyContent: 'center' } } },
    variant: {
      line: {
        list: { display: 'flex', borderBottomWidth: '1px' },
        trigger: {
          alignItems: 'center',
          gap: '2',
          h: '9',
          px: '2',
          color: 'fg.muted',
          _hover: { color: 'fg' },
          _focusVisible: { outlineOffset: '-2px' },
          _selected: {
            color: 'fg',
            _after: { content: '""', position: 'absolute', insetInline: '0', bottom: '0', height: '2px', bg: 'fg' },
          },
        },
      },
      // Cards, each with a summary of its tab.
      outline: {
        list: {
          display: 'grid',
          gap: { base: '2', md: '3' },
          gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
        },
        trigger: {
          p: { base: '2.5', md: '3.5' },
          textAlign: 'start',
          bg: 'bg',
          borderWidth: '1px',
          borderRadius: 'xl',
          _hover: { borderColor: 'border.emphasized' },
          _selected: { borderColor: 'fg' },
        },
      },
    },
  },
  defaultVariants: { variant: 'line' },
});

export const slotRecipes = { dialog, menu, field, nativeSelect, switch: switched, tabs };
