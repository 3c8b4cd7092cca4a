/**
 * Colours of the dashboard, by role. Every pair of text and background that is used together passes WCAG 2.2 AA in both
 * modes (test/contrast.test.ts). Crimson is for the brand and unread items, and nothing else; danger is vermilion;
 * selected, focused or the user's own items are neutral, and so is the main button of a screen: ink.
 */
import type { TagColour } from '@parley/contracts/conversations/tags';
import { defineSemanticTokens } from '@chakra-ui/react/styled-system';

const pair = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

/** Light and dark value by token name, the form the contrast test reads. */
export const palette = {
  bg: ['#ffffff', '#18181b'],
  canvas: ['#f7f7f6', '#111113'],
  raised: ['#ffffff', '#1f1f23'],
  subtle: ['#f3f3f1', '#212125'],
  muted: ['#eaeae7', '#2a2a2f'],
  fg: ['#1c1c1a', '#ededf0'],
  fgMuted: ['#565652', '#aaaab2'],
  fgSubtle: ['#696964', '#95959e'],
  border: ['#e5e5e2', '#2d2d33'],
  borderStrong: ['#8c8c87', '#6f6f79'],
  brand: ['#af1f31', '#c42b40'],
  brandFg: ['#a51c2d', '#f4929e'],
  brandSubtle: ['#faeff0', '#341a1f'],
  brandMuted: ['#f4dadd', '#4a2028'],
  ink: ['#232321', '#ededf0'],
  inkContrast: ['#ffffff', '#18181b'],
  inkHover: ['#41413d', '#ffffff'],
  own: ['#e6e6e1', '#35353c'],
  focus: ['#565652', '#aaaab2'],
  green: ['#1d8a50', '#3fb877'],
  greenFg: ['#14603a', '#7fdcab'],
  greenSubtle: ['#e6f4ec', '#15301f'],
  yellow: ['#c98a00', '#dca52c'],
  yellowFg: ['#734e00', '#f0cd7d'],
  yellowSubtle: ['#fcf2d8', '#35290f'],
  grayDot: ['#8f8f8a', '#7d7d86'],
  danger: ['#bf3d06', '#c4430d'],
  dangerFg: ['#a33403', '#ffa583'],
  dangerSubtle: ['#fdeee6', '#391d10'],
} as const satisfies Record<string, readonly [string, string]>;

/** The dots of tags, each beside its name. */
export const tagDots = {
  gray: ['#8f8f8a', '#8d8d96'],
  red: ['#d64545', '#e66a6a'],
  orange: ['#d9730d', '#e8924a'],
  yellow: ['#b58900', '#dca52c'],
  green: ['#1d8a50', '#3fb877'],
  teal: ['#0f8a8a', '#35b5b5'],
  blue: ['#2f6fd0', '#6c9ef0'],
  purple: ['#7c4dcc', '#a583ea'],
  pink: ['#c2418b', '#e07ab5'],
} as const satisfies Record<TagColour, readonly [string, string]>;

const of = (name: keyof typeof palette) => pair(palette[name][0], palette[name][1]);

export const colors = defineSemanticTokens.colors({
  bg: {
    DEFAULT: of('bg'),
    canvas: of('canvas'),
    panel: of('raised'),
    subtle: of('subtle'),
    muted: of('subtle'),
    emphasized: of('muted'),
    own: of('own'),
    error: of('dangerSubtle'),
    warning: of('yellowSubtle'),
    success: of('greenSubtle'),
  },
  fg: {
    DEFAULT: of('fg'),
    muted: of('fgMuted'),
    subtle: of('fgSubtle'),
    error: of('dangerFg'),
    warning: of('yellowFg'),
    success: of('greenFg'),
  },
  border: { DEFAULT: of('border'), emphasized: of('borderStrong'), muted: of('border'), error: of('dangerFg') },
  gray: {
    solid: of('ink'),
    contrast: of('inkContrast'),
    hover: of('inkHover'),
    fg: of('fg'),
    subtle: of('subtle'),
    muted: of('muted'),
    emphasized: pair('#dcdcd8', '#37373d'),
    focusRing: of('focus'),
    border: of('border'),
  },
  brand: {
    solid: of('brand'),
    contrast: pair('#ffffff', '#ffffff'),
    fg: of('brandFg'),
    subtle: of('brandSubtle'),
    muted: of('brandMuted'),
    emphasized: of('brandMuted'),
    focusRing: of('focus'),
    border: of('brandMuted'),
  },
  red: {
    solid: of('danger'),
    contrast: pair('#ffffff', '#ffffff'),
    fg: of('dangerFg'),
    subtle: of('dangerSubtle'),
    muted: of('dangerSubtle'),
    focusRing: of('focus'),
    border: pair('#f0c9b6', '#5f3019'),
  },
  green: { solid: of('green'), fg: of('greenFg'), subtle: of('greenSubtle'), muted: of('greenSubtle') },
  yellow: { solid: of('yellow'), fg: of('yellowFg'), subtle: of('yellowSubtle'), muted: of('yellowSubtle') },
  tag: Object.fromEntries(Object.entries(tagDots).map(([name, [light, dark]]) => [name, pair(light, dark)])),
  dot: { active: of('green'), waiting: of('yellow'), closed: of('grayDot') },
  focus: of('focus'),
});
