import { preferences } from '../preferences/preferences.ts';
import { registeredCommands, runCommand } from './commands.ts';
import { commands } from '../i18n/en/commands.ts';

const sequenceTimeoutMs = 1_200;
/** Whoever types words where none are taken is not asking for what their letters stand for: a pause ends the words. */
const strayPauseMs = 1_000;
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The pressed key as commands write it: `mod+k`, `alt+1`, `?`, `g`. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey'>): string {
  const mod = isMac ? event.metaKey : event.ctrlKey;
  // With Alt held, layouts produce other characters: the digit is in the code.
  const digit = event.altKey ? event.code.match(/^Digit(\d)$/)?.[1] : undefined;
  const key = digit ?? (event.key.length === 1 ? event.key.toLowerCase() : event.key);
  return `${mod ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${key}`;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type));

const isModifier = (key: string): boolean => /^(Shift|Control|Alt|AltGraph|Meta|CapsLock)$/.test(key);

/**
 * Runs commands by their keys until the answered function is called. A key that nothing answers to, alone or after
 * another, silences the plain keys behind it until a pause.
 */
export function listenToKeys(): () => void {
  let pending = '';
  let pendingUntil = 0;
  let strayUntil = 0;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || isModifier(event.key)) return;
    const registered = registeredCommands();
    const plain = keyName(event);
    const shifted = event.shiftKey && /^\p{L}$/u.test(plain) ? `Shift+${plain.toUpperCase()}` : plain;
    // A letter is the same with Shift unless something answers to that.
    const name = registered.some(({ keys }) => keys === shifted) ? shifted : plain;
    const isCombination = name.startsWith('mod+') || name.startsWith('alt+');
    const now = performance.now();
    if (!isCombination) {
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || !preferences().singleKeys) return;
      // A dialog or an open menu owns the plain keys.
      if (
        document.querySelector('[role=dialog],[role=alertdialog],[data-scope=menu][data-part=content][data-state=open]')
      )
        return;
    }
    const sequence = pending && now < pendingUntil ? `${pending} ${name}` : name;
    pending = '';
    const isLetter = !isCombination && event.key.length === 1;
    if (isLetter && now < strayUntil) {
      strayUntil = now + strayPauseMs;
      return;
    }
    // Of two that answer to one key the later is about what is nearer: what was just sent, rather than the page.
    const command = registered.findLast(({ keys }) => keys === sequence);
    if (command) {
      event.preventDefault();
      runCommand(command.id);
    } else if (registered.some(({ keys }) => keys?.startsWith(`${sequence} `))) {
      pending = sequence;
      pendingUntil = now + sequenceTimeoutMs;
    } else if (isLetter) strayUntil = now + strayPauseMs;
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

/** The keys as a person reads them: `⌘ K` on a Mac, `Ctrl K` elsewhere. */
export function keyCaps(keys: string): string[] {
  return keys.split(/[ +]/).map((key) => {
    if (key === 'mod') return isMac ? '⌘' : commands('ctrl');
    if (key === 'alt') return isMac ? '⌥' : commands('alt');
    return key.length === 1 ? key.toUpperCase() : key.replace('Arrow', '');
  });
}
