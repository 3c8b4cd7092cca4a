/** Ways to put the widget on a website, by platform. */
import { widgetWords } from '../../i18n/en/widget.ts';

export const platforms = ['html', 'react', 'next', 'shopify', 'wordpress', 'webflow', 'gtm'] as const;
export type Platform = (typeof platforms)[number];

/** Product names, which no language translates. */
export const platformNames: Record<Platform, string> = {
  html: 'HTML',
  react: 'React',
  next: 'Next.js',
  shopify: 'Shopify',
  wordpress: 'WordPress',
  webflow: 'Webflow',
  gtm: 'Google Tag Manager',
};

/** Sentence on where the code belongs. */
export const whereWords = (platform: Platform): string =>
  ({
    html: () => widgetWords('installHtml', { tag: '</body>' }),
    react: () => widgetWords('installReact'),
    next: () => widgetWords('installNext', { file: 'app/layout.tsx' }),
    shopify: () => widgetWords('installShopify', { file: 'theme.liquid', tag: '</body>' }),
    wordpress: () => widgetWords('installWordpress', { plugin: 'WPCode' }),
    webflow: () => widgetWords('installWebflow'),
    gtm: () => widgetWords('installGtm'),
  })[platform]();

/** Returns the code for a platform; `origin` is where the widget is loaded from. */
export function codeFor(platform: Platform, origin: string): string {
  const source = `${origin}/widget.js`;
  if (platform === 'react')
    return `import { useEffect } from 'react';

export function Chat() {
  useEffect(() => {
    const script = document.createElement('script');
    script.src = '${source}';
    script.async = true;
    document.head.append(script);
  }, []);
  return null;
}`;
  if (platform === 'next')
    return `import Script from 'next/script';

// Inside <body>:
<Script src="${source}" strategy="lazyOnload" />`;
  return `<script src="${source}" async></script>`;
}
