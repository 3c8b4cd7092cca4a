/** The widget inside the dashboard: the very code that visitors load, with a talk that needs no server. */
import type { Settings } from '@parley/contracts/settings/settings';
import { appliedLook } from '@parley/contracts/settings/look';
import type { WidgetSetup } from '@parley/contracts/visitors/widget';
import { mountChat } from './chat/mount.tsx';
import { addStyles, drawLauncher } from './launcher/launcher.ts';
import { previewStyles } from './preview-styles.static.ts';
import { previewTalk } from './talk/preview.ts';
import texts from './texts/en.ts';

export interface PreviewOptions {
  config: Settings['widgetConfig'];
  /** The name over the chat. */
  organisation?: string;
}

export interface Preview {
  /** Shows another configuration; what has been said stays. */
  update(config: Settings['widgetConfig']): void;
  destroy(): void;
}

const setupOf = (config: Settings['widgetConfig'], organisation: string): WidgetSetup => ({
  avatarUrl: config.avatarUrl,
  position: config.position,
  primaryColor: config.primaryColor,
  welcomeMessage: config.welcomeMessage,
  welcomeMessages: config.welcomeMessages,
  showOnMobile: config.showOnMobile,
  showOnDesktop: config.showOnDesktop,
  ...appliedLook(config),
  show: true,
  organisation,
  allowedPages: [],
  whitelistMode: false,
  team: { isOpen: true, isOnline: true, backAt: null, answersFirst: 'person', mails: false },
});

/**
 * Draws launcher and chat inside `element`, which must be positioned and at least 320 × 420 px. Closed by default; a
 * click opens it; a message is answered after one second as docs/product.md#widget-settings says.
 *
 * @example
 * const preview = mountPreview(box, { config: settings.widgetConfig });
 * preview.update({ ...settings.widgetConfig, primaryColor: '#0a66c2' });
 * preview.destroy();
 */
export function mountPreview(element: HTMLElement, { config, organisation = 'Support' }: PreviewOptions): Preview {
  const talk = previewTalk();
  const setup = setupOf(config, organisation);
  const launcher = drawLauncher(setup, setup.names.en);
  element.append(launcher.element);
  const chat = mountChat({
    launcher,
    talk,
    texts,
    setup,
    locale: { tag: navigator.language, language: 'en' },
    inline: true,
  });
  addStyles(launcher.root, previewStyles);
  launcher.button.addEventListener('click', () => (chat.isOpen ? chat.close() : chat.open()));
  return {
    update(changed) {
      const now = setupOf(changed, organisation);
      launcher.name(now.names.en);
      chat.update({ setup: now });
    },
    destroy() {
      talk.stop();
      chat.destroy();
      launcher.element.remove();
    },
  };
}
