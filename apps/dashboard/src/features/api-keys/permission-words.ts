import type { ApiKey, ApiKeyPermission } from '@parley/contracts/api-keys';
import { apiKeyWords } from '../../i18n/en/apikeys.ts';
import { settingsWords } from '../../i18n/en/settings.ts';

/** What a key may, in words for people. */
const words: Record<ApiKeyPermission, () => { name: string; hint: string }> = {
  read: () => ({ name: apiKeyWords('read'), hint: apiKeyWords('readHint') }),
  write: () => ({ name: apiKeyWords('write'), hint: apiKeyWords('writeHint') }),
  admin: () => ({ name: apiKeyWords('admin'), hint: apiKeyWords('adminHint') }),
  retention: () => ({ name: settingsWords('mayRetain'), hint: settingsWords('mayRetainHint') }),
  websites: () => ({ name: settingsWords('mayWebsites'), hint: settingsWords('mayWebsitesHint') }),
  export: () => ({ name: settingsWords('export'), hint: settingsWords('mayExportHint') }),
  sharedReplies: () => ({ name: settingsWords('maySharedReplies'), hint: settingsWords('maySharedRepliesHint') }),
};

/** A service sees what the team sees. */
export function permissionWords(permission: ApiKeyPermission, kind: ApiKey['kind']): { name: string; hint: string } {
  const { name, hint } = words[permission]();
  return { name: permission === 'read' && kind === 'service' ? apiKeyWords('readAll') : name, hint };
}

export const permissionName = (permission: ApiKeyPermission, kind: ApiKey['kind']): string =>
  permissionWords(permission, kind).name;
