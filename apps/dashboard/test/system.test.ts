import { expect, it } from 'vitest';
import { createTheme } from '../src/theme/system.ts';

const theme = createTheme();

const sources = import.meta.glob<string>('../src/**/*.tsx', { query: '?raw', import: 'default', eager: true });

/** Which recipe a component of Chakra needs; those that only lay out need none. */
const recipeOf: Record<string, string | null> = {
  Badge: 'badge',
  Box: null,
  Button: 'button',
  Center: null,
  ChakraProvider: null,
  CloseButton: 'button',
  Dialog: 'dialog',
  Field: 'field',
  Flex: null,
  Grid: null,
  Heading: 'heading',
  IconButton: 'button',
  Input: 'input',
  HStack: null,
  LocaleProvider: null,
  Menu: 'menu',
  NativeSelect: 'nativeSelect',
  Portal: null,
  SimpleGrid: null,
  Skeleton: 'skeleton',
  Spinner: 'spinner',
  Stack: null,
  Switch: 'switch',
  Tabs: 'tabs',
  Textarea: 'textarea',
};

it('has the recipe of every component in use', () => {
  const used = new Set<string>();
  for (const text of Object.values(sources)) {
    const names = text.match(/import \{([^}]*)\} from '@chakra-ui\/react'/)?.[1] ?? '';
    for (const name of names.split(',').map((each) => each.trim()))
      if (name && !name.startsWith('type ')) used.add(name);
  }
  const unknown = [...used].filter((name) => !(name in recipeOf));
  expect(unknown, 'say in this test which recipe they need').toEqual([]);
  const missing = [...used]
    .map((name) => recipeOf[name])
    .filter((recipe): recipe is string => typeof recipe === 'string')
    .filter((recipe) => !theme.getRecipe(recipe) && !theme.getSlotRecipe(recipe));
  expect(missing).toEqual([]);
});
