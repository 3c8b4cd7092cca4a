/** The button in the corner, and the shadow root that the chat is later drawn into. */
import type { WidgetSetup } from '@parley/contracts/visitors/widget';
import { launcherStyles } from './styles.static.ts';

export type Look = Pick<WidgetSetup, 'at' | 'style'>;

export interface Launcher {
  /** Lives in the page; `hidden` takes the whole widget away. */
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  readonly button: HTMLButtonElement;
  /** Takes over colours, corner, offsets and shape; may be called again. */
  look(look: Look): void;
  /** Sets the label for screen readers. */
  label(text: string): void;
  /** Sets the label of the closed chat, which a launcher with a text shows. */
  name(text: string): void;
}

/** A line drawing of 24 × 24. Built by hand: a page's policy may forbid setting markup. */
function drawIcon(lines: string): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  path.setAttribute('d', lines);
  svg.append(path);
  return svg;
}

/** Adds a style sheet to a shadow root, in the way that every content security policy allows. */
export function addStyles(root: ShadowRoot, styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets.push(sheet);
}

/** Draws the launcher for the corner of the window; the caller puts it into the page. */
export function drawLauncher(look: Look, name: string): Launcher {
  const element = document.createElement('div');
  const root = element.attachShadow({ mode: 'open' });
  const button = document.createElement('button');
  addStyles(root, launcherStyles);
  button.className = 'launcher';
  button.ariaHasPopup = 'dialog';
  button.append(
    drawIcon('M5 5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-6.5L8 20.7V17H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM8 9.5h8M8 12.7h5'),
  );
  root.append(button);

  const launcher: Launcher = {
    element,
    root,
    button,
    look({ at, style }) {
      element.dataset['at'] = at;
      element.style.cssText = style;
    },
    label(text) {
      button.ariaLabel = text;
    },
    name(text) {
      // A browser reads it for the look from the host, an older one from the button.
      element.dataset['name'] = button.dataset['name'] = button.ariaLabel = text;
    },
  };
  launcher.look(look);
  launcher.name(name);
  return launcher;
}
