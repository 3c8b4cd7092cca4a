/** Finds where a message is stored. */
import { aiConfigOn } from '@parley/contracts/assistant/settings';
import type { Transaction } from '@parley/db/database';
import { findOrCreateConversation, openConversation } from '@parley/db/conversations/find-or-create';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Settings } from '@parley/contracts/settings/settings';
import { currentConversation, findConversation } from '@parley/db/conversations/read';
import type { Refusal } from '@parley/db/messages/refusal';
import { isOfSameContact } from '@parley/db/visitors/contacts';
import { findVisitor } from '@parley/db/visitors/visitors';
import { beginWith } from '@parley/db/proactive/begin';
import type { ProactiveOrigin } from '@parley/contracts/proactive/proactive';
import { Problem } from '@parley/contracts/problems';
import type { Context } from '../context.ts';
import type { Draft, OwnConversation, Sender, Target } from './draft.ts';
import { mayHoldCode } from './typed-code.ts';

/** `name` is the customer's name there. */
export type Place =
  /** This conversation. */
  | { kind: 'conversation'; conversationId: string; name?: string | null }
  /** The conversation in which the customer of this one continues: it was merged, or is merged or separated right now. */
  | { kind: 'continued'; conversationId: string; name?: string | null }
  /** The visitor's newest conversation, or the one that is named, which the statement that stores finds by itself. */
  | { kind: 'own'; visitorId: string; conversationId?: string | undefined }
  /** The conversation that the message opens, unless another one of the visitor's has just done so. */
  | { kind: 'opened'; open: (transaction: Transaction) => Promise<string>; name: string | null };

type Reading = Pick<Context, 'db' | 'settings'>;

/**
 * Returns the place of a message. Nearly every visitor writes where they have written before: such a message takes one
 * statement, unless it has files, quotes or answers a message, or may hold a code, which is compared with those of its conversation.
 *
 * @throws Problem `not_found` for an erased visitor, or a named conversation that isn't theirs
 */
export async function resolve(context: Reading, sender: Sender, target: Target, draft: Draft): Promise<Place> {
  if (target !== 'newest' && 'opens' in target) {
    const { opens } = target;
    return { kind: 'opened', open: (transaction) => openConversation(transaction, opens), name: opens.customerName };
  }
  if (target !== 'newest' && 'conversationId' in target) return { kind: 'conversation', ...target };
  const visitorId = visitorOf(sender);
  const { conversationId, clientConversationId } = ownOf(target);
  const { content, attachments, replyTo, response, proactive } = draft;
  const starting = { ...teamOf(sender), ...(proactive && { proactive }) };
  if (clientConversationId !== undefined) return newPlace(context, visitorId, { clientConversationId, ...starting });
  if (proactive) return currentPlace(context, visitorId, conversationId, starting);
  if (!attachments && replyTo === undefined && !response && content !== undefined && !mayHoldCode(content))
    return { kind: 'own', visitorId, conversationId };
  return currentPlace(context, visitorId, conversationId, teamOf(sender));
}

const ownOf = (target: Exclude<Target, { conversationId: string } | { opens: object }>): OwnConversation =>
  target === 'newest' ? {} : target.own;

/** Returns where to go on with a message that its place has refused; undefined if the refusal is final. */
export async function leadOn(
  context: Reading,
  { sender, target, place }: { sender: Sender; target: Target; place: Place },
  reason: Refusal['reason'],
): Promise<Place | undefined> {
  if (place.kind === 'own') return currentPlace(context, place.visitorId, place.conversationId, teamOf(sender));
  if (place.kind !== 'conversation' || sender.kind !== 'visitor') return undefined;
  // To a customer a conversation is closed only where it was merged, and has moved where it was separated again since.
  if (reason === 'closed' || reason === 'moved') return { ...place, kind: 'continued' };
  if (reason === 'ended')
    return newPlace(context, visitorOf(sender), { continues: place.conversationId, ...teamOf(sender) });
  // Deleted in the meantime: the message opens a new one.
  const isOwn = target === 'newest' || 'own' in target;
  return reason === 'not_found' && isOwn ? newPlace(context, visitorOf(sender), teamOf(sender)) : undefined;
}

/** How a conversation begins that a message opens. */
interface Starting {
  clientConversationId?: string;
  continues?: string;
  teamId?: string;
  proactive?: ProactiveOrigin;
}

const teamOf = (sender: Sender): Pick<Starting, 'teamId'> =>
  sender.kind === 'visitor' && sender.teamId !== undefined ? { teamId: sender.teamId } : {};

async function currentPlace(
  { db, settings }: Reading,
  visitorId: string,
  named?: string,
  starting: Starting = {},
): Promise<Place> {
  const conversation = await (named === undefined ? currentConversation(db, visitorId) : findConversation(db, named));
  if (conversation && conversation.visitorId !== visitorId) {
    // Theirs as another visitor, before their website vouched for them: the message goes where they go on.
    if (!(await isOfSameContact(db, visitorId, conversation.visitorId))) throw noConversation();
    return currentPlace({ db, settings }, visitorId, undefined, starting);
  }
  if (!conversation) return newPlace({ db, settings }, visitorId, starting);
  const { id: conversationId, customerName: name, mergedInto } = conversation;
  return { kind: mergedInto ? 'continued' : 'conversation', conversationId, name };
}

async function newPlace(
  { db, settings }: Reading,
  visitorId: string,
  { proactive, ...starting }: Starting = {},
): Promise<Place> {
  const [visitor, { aiConfig, conversationConfig }] = await Promise.all([findVisitor(db, visitorId), settings.read()]);
  if (!visitor) throw noVisitor();
  const { enabled: isAiAssisted } = aiConfigOn(aiConfig, visitor.websiteId);
  const open = async (transaction: Transaction): Promise<string> => {
    const opened = await findOrCreateConversation(transaction, visitor.id, {
      websiteId: visitor.websiteId,
      customerEmail: visitor.email,
      customerName: visitor.name,
      status: isAiAssisted ? 'active' : 'waiting',
      isAiAssisted,
      endedBefore: endedBefore(conversationConfig),
      ...starting,
    });
    if (!opened) throw noVisitor();
    if (opened.created && proactive && visitor.websiteId !== null)
      await beginWith(transaction, { ...opened, websiteId: visitor.websiteId }, proactive);
    return opened.id;
  };
  return { kind: 'opened', open, name: visitor.name };
}

const hourMs = 3_600_000;
const hoursOf: Record<Settings['conversationConfig']['newAfter'], number | undefined> = {
  never: undefined,
  '1h': 1,
  '1d': 24,
  '7d': 7 * 24,
  '30d': 30 * 24,
};

/** Returns the time before which a conversation must have been closed to have ended; undefined if none ever ends. */
export function endedBefore({ newAfter }: Settings['conversationConfig']): Date | undefined {
  const hours = hoursOf[newAfter];
  return hours === undefined ? undefined : new Date(Date.now() - hours * hourMs);
}

function visitorOf(sender: Sender): string {
  if (sender.kind !== 'visitor' || sender.visitorId === null) throw noVisitor();
  return sender.visitorId;
}

const noVisitor = (): Problem => new Problem('not_found', 'There is no such visitor.');
const noConversation = (): Problem => new Problem('not_found', localize('no_such_conversation'));
