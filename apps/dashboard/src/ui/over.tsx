import { Portal } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';

/** Where menus are drawn: inside the main landmark, where screen readers expect the content. */
export const menusPlace = 'over-main';
/** Where dialogs are drawn: beside the whole application (index.html). */
const dialogsPlace = 'over-page';

// React listens for every kind of event at each place it draws into. A place that holds the application itself, such as
// `body`, would have every keystroke dispatched once more.
function Over({ place, children }: { place: string; children: ReactNode }) {
  const container = useRef(document.getElementById(place));
  return <Portal container={container}>{children}</Portal>;
}

/** Draws a menu over the screen. */
export const OverMain = ({ children }: { children: ReactNode }) => <Over place={menusPlace}>{children}</Over>;

/** Draws a dialog over everything. */
export const OverPage = ({ children }: { children: ReactNode }) => <Over place={dialogsPlace}>{children}</Over>;
