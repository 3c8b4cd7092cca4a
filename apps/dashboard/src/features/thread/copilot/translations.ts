/** Conversations that are read in the user's own language, and the translations of their messages. */
import { type MessageTranslation, translatedAtOnce } from '@parley/contracts/assistant/copilot';
import type { Followed } from '@parley/client/follow';
import type { Message } from '@parley/contracts/entities';
import { chooseTranslated as choose, listTranslated, translateMessages } from '@parley/contracts/routes/copilot';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../../../api/call.ts';
import { read } from '../../../api/read.ts';
import { useMe } from '../../../auth/auth.tsx';
import { language } from '../../../i18n/language.ts';
import { useFollowedPart } from '../../../live/followed.ts';
import { toastFailure } from '../../../ui/toast/failure.ts';

const listeners = new Set<() => void>();
const announce = (): void => listeners.forEach((listener) => listener());
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The account's, as they were read or chosen last. */
let choices: ReadonlyMap<string, boolean> = new Map();

function take(next: ReadonlyMap<string, boolean>): void {
  choices = next;
  announce();
}

/** Reads which conversations the account reads in its own language, also as chosen on other devices. */
export function useTranslatedChoices(isOffered: boolean): void {
  const { data } = useQuery({ ...read(listTranslated, {}), enabled: isOffered });
  useEffect(() => {
    if (data) take(new Map(data.map(({ conversationId, isOn }) => [conversationId, isOn])));
  }, [data]);
}

/** Reads one conversation in the user's own language, or as it was written, regardless of the general preference. */
export async function chooseTranslated(conversationId: string, isOn: boolean): Promise<void> {
  const before = choices;
  take(new Map([...before, [conversationId, isOn]]));
  try {
    await call(choose, { params: { id: conversationId }, body: { isOn } });
  } catch (error) {
    take(before);
    toastFailure(error);
  }
}

/** Whether a conversation is read, and written, in the user's own language. */
export function useIsTranslated(conversationId: string): boolean {
  const { readTranslated } = useMe();
  const choice = useSyncExternalStore(subscribe, () => choices.get(conversationId));
  return choice ?? readTranslated;
}

/**
 * Translations by conversation and message, in the language of the dashboard; those of another language are dropped.
 */
const known = new Map<string, ReadonlyMap<number, MessageTranslation>>();
let knownIn = language();
const none: ReadonlyMap<number, MessageTranslation> = new Map();

function knownOf(conversationId: string): ReadonlyMap<number, MessageTranslation> {
  if (knownIn !== language()) {
    known.clear();
    knownIn = language();
  }
  return known.get(conversationId) ?? none;
}

const isOf = (translation: MessageTranslation | undefined, { editNo = 0 }: Message): boolean =>
  translation?.editNo === editNo;

/** Returns a message in the reader's language, if translation is on and it was written in another one. */
export function useTranslation(message: Message): MessageTranslation | undefined {
  const { conversationId, seq } = message;
  const isOn = useIsTranslated(conversationId);
  const found = useSyncExternalStore(subscribe, () => knownOf(conversationId).get(seq));
  return isOn && isOf(found, message) ? found : undefined;
}

/** Returns the language that a customer wrote in last, if it is known. */
export function useCustomerLanguage(conversationId: string, followed: Followed): string | undefined {
  const all = useSyncExternalStore(subscribe, () => knownOf(conversationId));
  return useFollowedPart(followed, ({ messages }) => {
    const last = messages.findLast(({ senderType, seq }) => senderType === 'customer' && all.has(seq));
    return last && all.get(last.seq)?.from;
  });
}

/** Requested and refused, or not available: not requested again before the page is reloaded. */
const hopeless = new Set<string>();

/** Translates the loaded messages, the newest first, whenever there are new ones. */
export function useTranslating(conversationId: string, followed: Followed, isOn: boolean): void {
  const all = useSyncExternalStore(subscribe, () => knownOf(conversationId));
  const isLacking = (message: Message): boolean => {
    const { removedAt, content, original, seq, editNo = 0 } = message;
    if (removedAt || content === '' || original || isOf(all.get(seq), message)) return false;
    return !hopeless.has(`${conversationId} ${seq} ${editNo}`);
  };
  const wanted = useFollowedPart(followed, ({ messages }) => {
    const lacking = isOn ? messages.filter(isLacking).slice(-translatedAtOnce) : [];
    return lacking.map(({ seq, editNo = 0 }) => `${seq} ${editNo}`).join();
  });
  useEffect(() => {
    if (wanted === '') return;
    const asked = new AbortController();
    const keys = wanted.split(',');
    const seqs = keys.map((key) => Number(key.split(' ')[0]));
    call(translateMessages, { params: { id: conversationId }, body: { seqs, language: language() } }, asked.signal)
      .then((made) => {
        if (made.length === 0) throw new Error('Nothing was translated');
        known.set(
          conversationId,
          new Map([...knownOf(conversationId), ...made.map((each) => [each.seq, each] as const)]),
        );
      })
      .catch((error: unknown) => {
        if (asked.signal.aborted) return;
        console.warn('Messages could not be translated', error);
        for (const key of keys) hopeless.add(`${conversationId} ${key}`);
      })
      .finally(announce);
    return () => asked.abort();
  }, [conversationId, wanted]);
}
