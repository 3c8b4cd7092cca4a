/** Names of channels that are not products, which keep their name in every language. */
import { catalogue } from '../catalogue.ts';

export const channelTexts = catalogue({
  en: { widget: 'Widget', email: 'Email', api_channel: 'API channel' },
  de: { widget: 'Widget', email: 'E-Mail', api_channel: 'API-Kanal' },
  fr: { widget: 'Widget', email: 'E-mail', api_channel: 'Canal API' },
  es: { widget: 'Widget', email: 'Correo', api_channel: 'Canal de API' },
  it: { widget: 'Widget', email: 'Email', api_channel: 'Canale API' },
  pt: { widget: 'Widget', email: 'E-mail', api_channel: 'Canal de API' },
  nl: { widget: 'Widget', email: 'E-mail', api_channel: 'API-kanaal' },
  pl: { widget: 'Widżet', email: 'E-mail', api_channel: 'Kanał API' },
  tr: { widget: 'Widget', email: 'E-posta', api_channel: 'API kanalı' },
  ar: { widget: 'أداة الدردشة', email: 'البريد الإلكتروني', api_channel: 'قناة API' },
  ja: { widget: 'ウィジェット', email: 'メール', api_channel: 'APIチャネル' },
  zh: { widget: '组件', email: '邮件', api_channel: 'API 渠道' },
});
