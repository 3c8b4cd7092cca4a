/** The widget's look on a website: what the website sets, and the widget settings for the rest. */
import type { Website } from '../entities.ts';
import type { Settings } from './settings.ts';

/** Returns the look of the widget on a website. A welcome message of its own replaces the default's in all languages. */
export function lookOf(
  { widgetConfig }: Pick<Settings, 'widgetConfig'>,
  { look }: Pick<Website, 'look'>,
): Settings['widgetConfig'] {
  return { ...widgetConfig, ...(look.welcomeMessage !== undefined && { welcomeMessages: {} }), ...look };
}
