import { Portal } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';

/** Id of the element for menus: inside the main landmark, where screen readers expect the content. */
export const menusPlace = 'over-main';
/** Id of the element for dialogs: beside the whole application (index.html). */
const dialogsPlace = 'over-page';

// React listens for every kind of event on each element that it renders into. An element that contains the application
// itself, such as `body`, would have every keystroke dispatched once more.
function Over({ place, children }: { place: string; children: ReactNode }) {
  const container = useRef(document.getElementById(place));
  return <Portal container={container}>{children}</Portal>;
}

/** Renders a menu over the screen. */
export const OverMain = ({ children }: { children: ReactNode }) => <Over place={menusPlace}>{children}</Over>;

/** Keeps a dialog open when the menu that it was opened from is removed: dialogs above a removed layer are dismissed. */
export const staysAlone = { onRequestDismiss: (event: Event) => event.preventDefault() };

/** Renders a dialog over everything. */
export const OverPage = ({ children }: { children: ReactNode }) => <Over place={dialogsPlace}>{children}</Over>;
