import { runCommand } from '../commands/commands.ts';
import { preferences } from '../preferences/preferences.ts';

/**
 * Opens the next conversation of the list after the open one was dealt with, for users who want it so; does nothing for
 * a conversation that isn't open.
 */
export function openNextAfter(conversationId: string): void {
  const open = new URLSearchParams(window.location.search).get('selected');
  if (preferences().openNext && open === conversationId) runCommand('list:open-next');
}
