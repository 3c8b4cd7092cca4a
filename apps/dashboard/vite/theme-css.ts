import { ChakraProvider, type ChakraProviderProps } from '@chakra-ui/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { everyPage } from '../src/theme/every-page.ts';
import { createTheme } from '../src/theme/system.ts';

/** Returns what Chakra puts into every page: its reset, the global rules and the tokens as custom properties. */
export function themeCss(): string {
  const props: ChakraProviderProps = { value: createTheme(everyPage), children: null };
  const html = renderToStaticMarkup(createElement(ChakraProvider, props));
  return [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css).join('\n');
}
