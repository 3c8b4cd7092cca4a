/** The one way to style: Chakra with our scales, colours and recipes (docs/architecture.md#one-way-to-style). */
import { createSystem, defaultBaseConfig, type SystemConfig, type SystemContext } from '@chakra-ui/react';
import { recipes } from './recipes.ts';
import { breakpoints, keyframes, textStyles, tokens } from './scales.ts';
import { slotRecipes } from './slot-recipes.ts';
import { colors } from './tokens.ts';

/** The theme that components are styled by; `more` for who needs the rules of every page as well. */
export const createTheme = (more: SystemConfig = {}): SystemContext =>
  createSystem(
    defaultBaseConfig,
    { theme: { breakpoints, keyframes, tokens, textStyles, semanticTokens: { colors }, recipes, slotRecipes } },
    more,
  );
