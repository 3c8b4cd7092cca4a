import { preferences } from '../preferences/preferences.ts';
import { areCommandsExpected, areKeysHeld, heldMaxMs } from './awaited-keys.ts';
import { commandFor, registeredCommands, runCommand } from './commands.ts';
import { commands } from '../i18n/en/commands.ts';

const sequenceTimeoutMs = 1_200;
/** Milliseconds that a key without a command waits for the commands of a screen that is loading. */
const expectedMs = 500;
/** Letters closer together than this are typed as a word. */
const wordGapMs = 250;
/** Letters of a word that is typed where no field takes it; its other letters run no commands until a pause. */
const strayLetters = 3;
const strayPauseMs = 1_000;
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The pressed key as commands write it: `mod+k`, `alt+1`, `?`, `g`. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey'>): string {
  const mod = isMac ? event.metaKey : event.ctrlKey;
  // With Alt pressed, layouts produce other characters: the digit is in the code.
  const digit = event.altKey ? event.code.match(/^Digit(\d)$/)?.[1] : undefined;
  const key = digit ?? (event.key.length === 1 ? event.key.toLowerCase() : event.key);
  return `${mod ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${key}`;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type));

const isModifier = (key: string): boolean => /^(Shift|Control|Alt|AltGraph|Meta|CapsLock)$/.test(key);

/** A dialog or an open menu owns the plain keys. */
const isCovered = (): boolean =>
  document.querySelector('[role=dialog],[role=alertdialog],[data-scope=menu][data-part=content][data-state=open]') !==
  null;

/** Puts text where the caret is, as if it was typed. */
function typeInto(field: Element | null, text: string): void {
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
}

interface Key {
  /** Character as typed. */
  character: string;
  name: string;
  /** When its press was handled. */
  at: number;
  /** When it was pressed: earlier than `at` while the page is busy, which doesn't tear a sequence apart. */
  pressedAt: number;
}

/**
 * Runs commands by their keys until the returned function is called. Keys typed for a screen that is loading wait for
 * it, in their order. Three letters typed as a word outside a field run nothing more until a pause.
 */
export function listenToKeys(): () => void {
  let pending = '';
  let pendingUntil = 0;
  /** Letters at the beginning of a word, perhaps, and when the last of them was typed. */
  let stray: { letters: number; at: number } | null = null;
  let strayUntil = 0;
  let waiting: Key[] = [];
  let heldUntil = 0;
  let frame = 0;

  const sequenceWith = ({ name, pressedAt }: Key): string =>
    pending && pressedAt < pendingUntil ? `${pending} ${name}` : name;
  const hasAnswer = (sequence: string): boolean =>
    registeredCommands().some(({ keys }) => keys === sequence || keys?.startsWith(`${sequence} `));

  /** Runs the command of a key; returns whether there is one. */
  const answer = (key: Key): boolean => {
    const sequence = sequenceWith(key);
    const isSecond = sequence !== key.name;
    pending = '';
    const command = commandFor(sequence);
    if (command) runCommand(command.id);
    else if (hasAnswer(sequence)) {
      pending = sequence;
      pendingUntil = key.at + sequenceTimeoutMs;
    } else if (key.character) stray = { letters: isSecond ? 2 : 1, at: key.at };
    return command !== undefined || pending !== '';
  };

  /** Whether more letters follow so closely that they are a word, or may become one. */
  const wordAtStray = (): 'no' | 'perhaps' | 'yes' => {
    if (!stray) return 'no';
    let { letters, at } = stray;
    for (const key of waiting) {
      if (key.at - at > wordGapMs) return 'no';
      at = key.at;
      letters += 1;
      if (letters >= strayLetters) return 'yes';
    }
    return performance.now() - at > wordGapMs ? 'no' : 'perhaps';
  };

  const isEarly = (key: Key): boolean => areCommandsExpected() && !hasAnswer(sequenceWith(key));

  /** Delivers the keys that need not wait any longer, one a frame: each may change what the next one means. */
  const deliver = (): void => {
    frame = 0;
    const now = performance.now();
    if (areKeysHeld()) heldUntil = now;
    waiting = waiting.filter(({ at }) => now - at < heldMaxMs);
    const word = wordAtStray();
    if (word === 'yes') {
      strayUntil = (waiting.at(-1)?.at ?? 0) + strayPauseMs;
      waiting = [];
    }
    if (word !== 'perhaps') stray = null;
    const [key] = waiting;
    if (!key) return;
    const isHeld = heldUntil === now;
    if (isTyping(document.activeElement) && !isHeld) {
      typeInto(document.activeElement, waiting.map(({ character }) => character).join(''));
      waiting = [];
      return;
    }
    // A dialog that was opened by the key before takes the focus in a moment.
    const mayWait = (isCovered() || isEarly(key)) && now - Math.max(key.at, heldUntil) < expectedMs;
    if (word !== 'perhaps' && !isHeld && !mayWait) {
      waiting = waiting.slice(1);
      if (!isCovered()) answer(key);
    }
    frame = requestAnimationFrame(deliver);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || isModifier(event.key)) return;
    const plain = keyName(event);
    const shifted = event.shiftKey && /^\p{L}$/u.test(plain) ? `Shift+${plain.toUpperCase()}` : plain;
    // A letter is the same with Shift unless a command uses that.
    const name = registeredCommands().some(({ keys }) => keys === shifted) ? shifted : plain;
    const isCombination = name.startsWith('mod+') || name.startsWith('alt+');
    const character = !isCombination && event.key.length === 1 ? event.key : '';
    const key = { character, name, at: performance.now(), pressedAt: event.timeStamp };
    if (!isCombination) {
      if (isTyping(event.target)) {
        // Keys typed before the field appeared come first.
        if (waiting.length > 0) deliver();
        return;
      }
      if (event.metaKey || event.ctrlKey || !preferences().singleKeys) return;
    }
    if (character && key.at < strayUntil) {
      strayUntil = key.at + strayPauseMs;
      return;
    }
    const mustWait =
      waiting.length > 0 ||
      areKeysHeld() ||
      (character !== ' ' && !isCovered() && (wordAtStray() === 'perhaps' || isEarly(key)));
    if (character && mustWait) {
      event.preventDefault();
      waiting.push(key);
      if (wordAtStray() === 'yes' || frame === 0) deliver();
      return;
    }
    if (!isCombination && isCovered()) return;
    if (answer(key)) event.preventDefault();
  };
  window.addEventListener('keydown', onKeyDown);
  return () => {
    window.removeEventListener('keydown', onKeyDown);
    cancelAnimationFrame(frame);
  };
}

/** Returns whether keys work: plain ones can be switched off. */
export const isOffered = (keys: string): boolean => preferences().singleKeys || /^(?:mod|alt)\+/i.test(keys);

/** Returns the keys as users read them: `⌘ K` on a Mac, `Ctrl K` elsewhere. */
export function keyCaps(keys: string): string[] {
  return keys.split(/[ +]/).map((key) => {
    if (key === 'mod') return isMac ? '⌘' : commands('ctrl');
    if (key === 'Escape') return 'Esc';
    if (key === 'alt') return isMac ? '⌥' : commands('alt');
    return key.length === 1 ? key.toUpperCase() : key.replace('Arrow', '');
  });
}
