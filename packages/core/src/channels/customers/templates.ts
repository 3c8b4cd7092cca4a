/** Sends templates that a channel has approved; they reach customers who haven't written for long, too. */
import { conversationChannel, isCustomerChannel } from '@parley/contracts/channels/list';
import { localize } from '@parley/contracts/i18n/server-texts';
import { fillTemplate, type MessageTemplate, type SentTemplate } from '@parley/contracts/messages/message-templates';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { findConversation } from '@parley/db/conversations/read';
import type { StaffCaller } from '../../callers.ts';
import type { Receives } from '../../deliveries/descriptor.ts';
import { asCallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { type Posted, postMessage } from '../../messages/post.ts';
import { assertMay } from '../../permissions/permissions.ts';
import { receivingOf } from '../list.ts';

/**
 * Returns the approved templates of the conversation's channel, by name and language.
 *
 * @throws Problem `forbidden`, `not_found`, `conflict` for a channel without templates, `not_configured`,
 * `other_side_failed` with the channel's reason
 */
export async function listTemplates(
  context: ExternalContext,
  caller: StaffCaller,
  conversationId: string,
  { fresh = false }: { fresh?: boolean | undefined } = {},
): Promise<MessageTemplate[]> {
  await assertMay(context, caller, 'conversations.reply', { conversationId });
  const { templates } = await templatesOf(context, conversationId);
  return read(context, templates, fresh);
}

/**
 * Sends a template. The message is stored as the customer sees it; sending it again with the same `clientMessageId` does
 * nothing.
 *
 * @throws Problem as `listTemplates` and `postMessage`; `not_found` for a template that isn't approved, `invalid` for
 * missing values and too long ones
 */
export async function sendTemplate(
  context: ExternalContext,
  caller: StaffCaller,
  conversationId: string,
  { clientMessageId, ...sent }: SentTemplate & { clientMessageId: string },
): Promise<Posted> {
  await assertMay(context, caller, 'conversations.reply', { conversationId });
  const { templates, channelName } = await templatesOf(context, conversationId);
  const template = (await read(context, templates, false)).find(
    ({ name, language }) => name === sent.name && language === sent.language,
  );
  if (!template) throw fieldProblem('not_found', 'name', localize('no_such_template'));
  const given = new Map(sent.values.map(({ key, value }) => [key, value]));
  // In the order of the places, and nothing beside them.
  const values = template.places.map(({ key }) => {
    const value = given.get(key);
    if (!value) throw fieldProblem('invalid', 'values', localize('template_value_missing'));
    return { key, value };
  });
  const { header, body, text, buttons } = fillTemplate(template, values);
  if (header.length > templates.longest.header || body.length > templates.longest.body)
    throw fieldProblem('invalid', 'values', localize('template_too_long', { name: channelName }));
  const { name, language } = template;
  return postMessage(
    context,
    caller,
    { conversationId },
    {
      content: text,
      ...(buttons.length > 0 && { blocks: { buttons } }),
      template: { name, language, values },
      clientMessageId,
    },
  );
}

type Templates = NonNullable<Receives['templates']>;

async function templatesOf(
  { db }: ExternalContext,
  conversationId: string,
): Promise<{ templates: Templates; channelName: string }> {
  const conversation = await findConversation(db, conversationId);
  if (!conversation) throw new Problem('not_found', localize('no_such_conversation'));
  const { channel } = conversation;
  const { name: channelName } = conversationChannel(channel);
  const templates = isCustomerChannel(channel) ? receivingOf(channel).templates : undefined;
  if (!templates) throw new Problem('conflict', localize('no_templates', { name: channelName }));
  return { templates, channelName };
}

async function read(context: ExternalContext, templates: Templates, fresh: boolean): Promise<MessageTemplate[]> {
  try {
    return await templates.list(context, { fresh });
  } catch (error) {
    if (error instanceof Problem) throw error;
    const { message, localized } = asCallFailed(error);
    throw new Problem('other_side_failed', localized ?? message, { cause: error });
  }
}
