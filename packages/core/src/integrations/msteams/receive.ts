/** Receives activities from Teams: replies in threads of conversations, and the teams that the app is in. */
import { attachmentsPerMessageMax } from '@parley/contracts/messages/limits';
import { Problem } from '@parley/contracts/problems';
import { forgetMsteamsTeam, keepMsteamsTeam } from '@parley/db/deliveries/msteams-teams';
import type { ExternalContext } from '../../external/services.ts';
import { type Arrived, arriveInThread } from '../threads/arrivals.ts';
import { isObject, type Json, listOf, textOf } from '@parley/contracts/json';
import type { ThreadReply } from '../threads/payload.ts';
import { isServiceOfTeams } from './addresses.ts';
import { msteamsThreads } from './product.ts';
import { proveTeams } from './proof.ts';
import { writtenInTeams } from './text.ts';

export interface MsteamsCall {
  authorization: string | undefined;
  /** Body, read as JSON. */
  activity: unknown;
}

/**
 * Stores a reply of a call, or a team that the app was added to. Resolves once it is stored. Repeated calls, our own
 * messages, and those of other apps and organisations change nothing.
 *
 * @throws Problem `malformed`, `forbidden` without a valid token of Microsoft's, `unavailable` while its keys can't be
 * fetched
 */
export async function receiveFromMsteams(
  context: ExternalContext,
  { authorization, activity }: MsteamsCall,
): Promise<void> {
  const { appId, tenantId } = (await context.settings.read()).msteamsConfig;
  if (!isObject(activity)) throw new Problem('malformed', 'The body is not an activity.');
  await proveTeams(context, appId, authorization, activity);
  const data = objectIn(activity, 'channelData');
  if (!isSame(textOf(objectIn(data, 'tenant')['id']), tenantId)) return;
  await followTeam(context, activity, data);
  const arrived = (await msteamsThreads.channels(context)) ? replyOf(context, activity, data) : null;
  if (arrived) await arriveInThread(context, msteamsThreads, arrived);
}

const objectIn = (given: Json, name: string): Json => (isObject(given[name]) ? given[name] : {});
const isSame = (one: string, other: string): boolean => one !== '' && one.toLowerCase() === other.toLowerCase();

/** Keeps the team of an activity, with the address for calls about it; forgets it once the app is removed. */
async function followTeam({ db }: ExternalContext, activity: Json, data: Json): Promise<void> {
  const team = objectIn(data, 'team');
  const id = textOf(team['id']).slice(0, 200);
  if (id === '') return;
  const { id: botId } = objectIn(activity, 'recipient');
  const isRemoved =
    (activity['type'] === 'installationUpdate' && textOf(activity['action']).startsWith('remove')) ||
    listOf(activity['membersRemoved']).some((member) => member['id'] === botId) ||
    data['eventType'] === 'teamDeleted';
  if (isRemoved) await forgetMsteamsTeam(db, id);
  else
    await keepMsteamsTeam(db, {
      id,
      name: textOf(team['name']).slice(0, 200),
      serviceUrl: textOf(activity['serviceUrl']),
    });
}

/** Reads an activity; null for what isn't a person's message in a thread. */
function replyOf(context: ExternalContext, activity: Json, data: Json): Arrived | null {
  const what = whatOf(activity, data);
  const from = objectIn(activity, 'from');
  const [user, messageId] = [from['id'], activity['id']].map(textOf);
  const threadId = textOf(objectIn(activity, 'conversation')['id']);
  const [channelId = '', threadStart] = threadId.split(';messageid=');
  // Apps, ours among them, have ids that begin with 28.
  const isOfApp = !user || user.startsWith('28:') || from['role'] === 'bot';
  if (!what || isOfApp || !messageId || !threadStart || threadStart === messageId) return null;
  const botId = textOf(objectIn(activity, 'recipient')['id']);
  const timestamp = textOf(activity['timestamp']);
  const reply: ThreadReply = {
    kind: 'thread_reply',
    what,
    user,
    messageId,
    at: Date.parse(timestamp) || Date.now(),
    ...(what === 'removed' ? { content: '' } : writtenInTeams(activity, botId)),
    ...filesOf(context, activity),
  };
  return { channelId, threadId, eventId: `${what} ${threadId} ${messageId} ${timestamp}`, reply };
}

function whatOf({ type }: Json, { eventType }: Json): ThreadReply['what'] | null {
  if (type === 'message') return 'written';
  if (type === 'messageUpdate' && eventType === 'editMessage') return 'edited';
  return type === 'messageDelete' && eventType === 'softDeleteMessage' ? 'removed' : null;
}

/** Divides attachments into pictures, which Teams has, and files that are elsewhere, such as in SharePoint. */
function filesOf(context: ExternalContext, activity: Json): Pick<ThreadReply, 'files' | 'elsewhere'> {
  const attached = listOf(activity['attachments']).flatMap(({ contentType, contentUrl, name }) => {
    const url = textOf(contentUrl);
    return url === '' ? [] : [{ type: textOf(contentType), url, name: textOf(name) }];
  });
  const isHere = ({ type, url }: { type: string; url: string }) =>
    type.startsWith('image/') && isServiceOfTeams(context, url);
  return {
    files: attached
      .filter(isHere)
      .slice(0, attachmentsPerMessageMax)
      .map(({ name, type, url }) => ({ name: name || `picture.${endingOf(type)}`, size: 0, url })),
    elsewhere: attached
      .filter((each) => !isHere(each))
      .slice(0, attachmentsPerMessageMax)
      .map(({ name, url }) => ({ name: (name || 'file').slice(0, 200), url: url.slice(0, 2_000) })),
  };
}

/** Teams often says `image/*`, and means PNG. */
const endingOf = (type: string): string => /^image\/([a-z]{3,4})$/.exec(type)?.[1] ?? 'png';
