import { type Language, languageCodes } from '@parley/contracts/text/languages';
import ar from '../src/i18n/ar.ts';
import de from '../src/i18n/de.ts';
import es from '../src/i18n/es.ts';
import fr from '../src/i18n/fr.ts';
import it from '../src/i18n/it.ts';
import ja from '../src/i18n/ja.ts';
import nl from '../src/i18n/nl.ts';
import pl from '../src/i18n/pl.ts';
import pt from '../src/i18n/pt.ts';
import tr from '../src/i18n/tr.ts';
import zh from '../src/i18n/zh.ts';

const translations = { ar, de, es, fr, it, ja, nl, pl, pt, tr, zh };

interface Words {
  mine: string;
  start: string;
}

const wordsOf = (language: Language): Words =>
  language === 'en'
    ? { mine: 'My open', start: 'Start a conversation' }
    : { mine: translations[language].inbox.mine, start: translations[language].starting.start };

const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: purpose === 'any' ? `/icons/${size}.png` : `/icons/maskable-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Description of the app for browsers that install it (https://www.w3.org/TR/appmanifest/), in one language. */
const manifestOf = (language: Language) => {
  const words = wordsOf(language);
  const shortcut = (name: string, url: string) => ({ name, url, icons: [icon(192, 'any')] });
  return {
    id: '/',
    name: 'Parley',
    short_name: 'Parley',
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    start_url: '/conversations',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    categories: ['business', 'productivity'],
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
    shortcuts: [shortcut(words.mine, '/conversations?filter=mine'), shortcut(words.start, '/conversations?start=1')],
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'files', accept: ['image/*', 'video/*', 'audio/*', 'text/*', 'application/pdf'] }],
      },
    },
    launch_handler: { client_mode: 'navigate-existing' },
  };
};

/** Returns the manifests by file; that of English has no language in its name. */
export const manifests = (): Record<string, object> =>
  Object.fromEntries(
    languageCodes.map((language) => [
      language === 'en' ? 'manifest.webmanifest' : `manifest-${language}.webmanifest`,
      manifestOf(language),
    ]),
  );
