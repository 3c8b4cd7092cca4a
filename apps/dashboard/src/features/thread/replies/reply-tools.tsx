/** Canned replies in the composer: `/` offers them, and their actions wait above it until the message is sent. */
import type { CannedReply, Macro } from '@parley/contracts/messages/canned-replies';
import type { Conversation } from '@parley/contracts/entities';
import { runMacro, takeReplyFiles } from '@parley/contracts/routes/canned-replies';
import { listWebsites } from '@parley/contracts/routes/websites';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  memo,
  type Ref,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { call } from '../../../api/call.ts';
import { filledInIfAsked } from '../../../api/fill-in.ts';
import { useRead } from '../../../api/read.ts';
import { useMe } from '../../../auth/auth.tsx';
import { replies } from '../../../i18n/en/replies.ts';
import { visitorOf } from '../../../live/visitor.ts';
import { openedConversation, rememberConversation } from '../../../live/conversation-cache.ts';
import { conflictWords } from '../../../live/refused-words.ts';
import { useUndo } from '../../../live/undo.ts';
import { toast } from '../../../ui/toast/toasts.ts';
import { lazyPart } from '../../../loading/part.tsx';
import type { BlocksMessage } from '../blocks/blocks-dialog.tsx';
import { isHeldByBlank, selectBlank } from './blanks.ts';
import { addUploaded } from '../../../domain/files/uploads.ts';
import { toastFailure } from '../../../ui/toast/failure.ts';
import styles from '../../../domain/canned-replies/canned-replies.module.css';
import { type Choice, useChoices } from './choices.ts';
import { isNothing, keepMacro, keptMacro } from './pending-macro.ts';
import { PendingActions } from './pending-actions.tsx';
import { rank, type ReplyIndex } from '../../../domain/canned-replies/ranking.ts';
import { ReplyPicker } from './reply-picker.tsx';
import { putIn, type SlashQuery, slashAt } from '../../../ui/slash.ts';
import { useSlash } from './use-slash.ts';
import { filled, filledActions, type Known } from './values.ts';
import type { TextField } from '../../../ui/text-field.ts';

const BlocksDialog = lazyPart(() => import('../blocks/blocks-dialog.tsx'));

export interface ReplyToolsHandle {
  /** Offers replies at the caret, as `/` does. */
  open(): void;
  /** Returns the actions for the message; undefined if there are none. */
  macro(): Macro | undefined;
  /** Whether a note among the actions has a blank left to fill in: then it is selected, and a toast explains it. */
  isHeld(): boolean;
  /** Does what waits, without a message. */
  apply(): void;
  /** Puts back what a message that was not sent had with it. */
  restore(macro: Macro): void;
  clear(): void;
}

export interface ReplyToolsProps {
  ref: Ref<ReplyToolsHandle>;
  field: RefObject<TextField | null>;
  conversationId: string;
  /** Whether something waits that can be done without a message. */
  onActions: (hasActions: boolean) => void;
}

/** Number of choices offered at once. */
const offeredAtOnce = 30;

/**
 * Shown once the conversation is loaded; nothing before. Memoised, so that a key that renders the composer ranks
 * nothing again.
 */
export const ReplyTools = memo(function ReplyTools(props: ReplyToolsProps) {
  const { data } = useQuery(openedConversation(props.conversationId));
  return data ? <Tools {...props} conversation={data} /> : null;
});

function Tools({ ref, field, conversation, onActions }: ReplyToolsProps & { conversation: Conversation }) {
  const known = useKnown(conversation);
  const [macro, setMacro] = usePendingMacro(conversation.id, onActions);
  const index = useChoices(conversation);
  const [marked, setMarked] = useState(0);
  const list = useId();
  /** A reply with buttons, cards or a form. */
  const [asking, setAsking] = useState<BlocksMessage | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const slash = useSlash(field, {
    onQuery: () => setMarked(0),
    onKey: (key) => {
      const chosen = choices[marked];
      if (!chosen) return false;
      if (key === 'pick') pick(chosen);
      else setMarked((marked + (key === 'next' ? 1 : choices.length - 1)) % choices.length);
      return true;
    },
  });
  const choices = slash.query ? offered(index, slash.query, lastQuestion(conversation)) : [];

  const textOf = ({ reply, article }: Choice): string => {
    if (reply) return filled(reply, known);
    return slash.query?.mark === '[[' && article.url ? `${article.title}: ${article.url}` : article.content;
  };
  const pick = (choice: Choice) => {
    const area = field.current;
    const query = area && slashAt(area.value, area.selectionStart);
    if (!area || !query) return;
    const words = textOf(choice);
    slash.close();
    if (choice.reply?.blocks) {
      putIn(area, query.start, area.selectionStart, '');
      setAsking({ text: words, blocks: choice.reply.blocks, macro: withReply({}, choice.reply, known) });
      return;
    }
    putIn(area, query.start, area.selectionStart, words);
    selectBlank(area, query.start);
    if (!choice.reply) return;
    setMacro(withReply(macro, choice.reply, known));
    if (choice.reply.attachments) void insertFiles(conversation.id, choice.reply);
  };

  useListboxOf(field, choices.length > 0 ? { list, option: `${list}-${marked}` } : null);
  const applying = useApply(conversation, () => setMacro({}), setMacro);
  useImperativeHandle(ref, () => ({
    open: slash.open,
    macro: () => (isNothing(macro) ? undefined : macro),
    isHeld: () => [...(box.current?.querySelectorAll('textarea') ?? [])].some((area) => isHeldByBlank(area)),
    apply: () => applying(macro),
    restore: setMacro,
    clear: () => setMacro({}),
  }));

  return (
    <div ref={box} className={styles.tools}>
      {choices.length > 0 && (
        <ReplyPicker id={list} choices={choices} wordsOf={textOf} marked={marked} onMark={setMarked} onPick={pick} />
      )}
      {asking && (
        <Suspense>
          <BlocksDialog conversationId={conversation.id} initial={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
      <PendingActions actions={macro.actions ?? []} onChange={(actions) => setMacro({ ...macro, actions })} />
    </div>
  );
}

/** Returns the matches, the best first; articles only after `[[`. */
function offered(index: ReplyIndex<Choice>, { mark, typed }: SlashQuery, lastMessage: string): Choice[] {
  if (mark === '/') return rank(index, { typed, lastMessage, limit: offeredAtOnce });
  const all = rank(index, { typed, lastMessage, limit: index.entries.length });
  return all.filter(({ article }) => article).slice(0, offeredAtOnce);
}

/** The files of a reply go with the next message, each as a copy of its own. */
async function insertFiles(conversationId: string, { id }: CannedReply): Promise<void> {
  try {
    addUploaded(conversationId, await call(takeReplyFiles, { params: { id } }));
  } catch (error) {
    toastFailure(error, replies('filesFailed'));
  }
}

/** Returns the customer's last message, if it is loaded. */
const lastQuestion = ({ messages, lastMessage }: Conversation): string =>
  (lastMessage?.senderType === 'customer' ? lastMessage : messages.findLast((each) => each.senderType === 'customer'))
    ?.content ?? '';

function useKnown(conversation: Conversation): Known {
  const me = useMe();
  const { data: visitor } = useQuery(visitorOf(conversation.id));
  const { data: websites = [] } = useRead(listWebsites, {});
  return { me, conversation, visitor, websites };
}

function usePendingMacro(conversationId: string, onActions: (hasActions: boolean) => void) {
  const { id: userId } = useMe();
  const [macro, setMacro] = useState(() => keptMacro(userId, conversationId));
  const hasActions = (macro.actions ?? []).length > 0;
  useEffect(() => onActions(hasActions), [hasActions, onActions]);
  const set = (next: Macro) => {
    keepMacro(userId, conversationId, next);
    setMacro(next);
  };
  return [macro, set] as const;
}

/** Returns the waiting actions with those of the reply, without duplicates. */
function withReply(macro: Macro, reply: CannedReply, known: Known): Macro {
  const { actions = [], cannedReplyIds = [] } = macro;
  const kinds = new Set(reply.actions.map(({ type }) => type));
  return {
    cannedReplyIds: [...new Set([...cannedReplyIds, reply.id])],
    actions: [
      // Actions that can only be done once: the last one counts.
      ...actions.filter(({ type }) => type === 'note' || !kinds.has(type)),
      ...filledActions(reply, known),
    ],
  };
}

/** Does a macro without a message; what could not be done waits again, and under the same id it is done once. */
function useApply(conversation: Conversation, onDone: () => void, onFailed: (macro: Macro) => void) {
  const client = useQueryClient();
  const me = useMe();
  const { offer } = useUndo();
  const failed = useRef<{ words: string; clientMacroId: string }>(undefined);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ macro, clientMacroId }: { macro: Macro; clientMacroId: string }) =>
      filledInIfAsked(conversation.id, () =>
        call(runMacro, {
          params: { id: conversation.id },
          body: {
            ...macro,
            actions: macro.actions ?? [],
            clientMacroId,
            expectedRepresentativeId: conversation.assignedRepresentativeId,
          },
        }),
      ),
    onSuccess: ({ activityNo, ...changed }) => {
      rememberConversation(client, changed, me.id);
      toast({ title: replies('macroDone'), ...offer(changed, activityNo) });
    },
    onError: (error, { macro, clientMacroId }) => {
      failed.current = { words: JSON.stringify(macro), clientMacroId };
      onFailed(macro);
      toast({ title: replies('macroFailed'), description: conflictWords(error), variant: 'destructive' });
    },
  });
  return (macro: Macro) => {
    if (isPending) return;
    const isRepeated = failed.current?.words === JSON.stringify(macro);
    mutate({ macro, clientMacroId: (isRepeated && failed.current?.clientMacroId) || crypto.randomUUID() });
    onDone();
  };
}

/** Marks the field as combobox of the list, with the option that its keys control. */
function useListboxOf(field: RefObject<TextField | null>, shown: { list: string; option: string } | null) {
  const list = shown?.list;
  const option = shown?.option;
  useEffect(() => {
    const area = field.current;
    if (!area || !list || !option) return;
    area.setAttribute('aria-autocomplete', 'list');
    area.setAttribute('aria-controls', list);
    area.setAttribute('aria-activedescendant', option);
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) area.removeAttribute(name);
    };
  }, [field, list, option]);
}
