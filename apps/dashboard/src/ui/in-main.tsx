import { Portal } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';

/** Renders a menu over the screen, yet inside its main landmark, where screen readers expect the content. */
export function InMain({ children }: { children: ReactNode }) {
  const main = useRef(document.getElementById('main'));
  return <Portal container={main}>{children}</Portal>;
}
