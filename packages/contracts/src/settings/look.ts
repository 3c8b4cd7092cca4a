/** The widget's look on a website: what the website sets, and the widget settings for the rest. */
import type { Website } from '../entities.ts';
import { textOn } from '../text/text-colour.ts';
import type { WidgetSetup } from '../visitors/widget.ts';
import { launcherNames } from '../i18n/launcher-names.ts';
import type { Settings } from './settings.ts';

/** Returns the look of the widget on a website. A welcome message of its own replaces the default's in all languages. */
export function lookOf(
  { widgetConfig }: Pick<Settings, 'widgetConfig'>,
  { look }: Pick<Website, 'look'>,
): Settings['widgetConfig'] {
  return { ...widgetConfig, ...(look.welcomeMessage !== undefined && { welcomeMessages: {} }), ...look };
}

/** Radius of the launcher, which is 56 pixels high. */
const radii = { round: undefined, square: '16px', text: '28px' };

/** Returns the look as the widget applies it, so that the loader needs no code for any of it. */
export function appliedLook(
  look: Settings['widgetConfig'],
): Pick<WidgetSetup, 'at' | 'style' | 'names' | 'home' | 'links' | 'textColor'> {
  const { position, theme, primaryColor, launcherShape, offsetX, offsetY, home, homeLinks } = look;
  const textColor = textOn(primaryColor);
  const variables = {
    primary: primaryColor,
    'on-primary': textColor,
    x: `${offsetX}px`,
    y: `${offsetY}px`,
    r: radii[launcherShape],
    text: launcherShape === 'text' ? 'attr(data-name)' : undefined,
  };
  const own = Object.entries(look.launcherNames).filter(([, name]) => name);
  return {
    textColor,
    at: theme === 'system' ? position : `${position} ${theme}`,
    style: Object.entries(variables)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';'),
    names: { ...launcherNames, ...Object.fromEntries(own) },
    home,
    ...(home.includes('links') && homeLinks.length > 0 && { links: homeLinks }),
  };
}
