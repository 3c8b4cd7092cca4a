/** The test buttons: really do the thing once, and say what the other side said. */
import { cleanLine } from '@parley/contracts/clean-line';
import { Problem } from '@parley/contracts/problems';
import type { Settings } from '@parley/contracts/settings';
import type { StaffCaller } from '../callers.ts';
import { askModel, ModelFailed } from '../ai/model.ts';
import { modelName } from '../ai/run.ts';
import { record } from '../data/audit.ts';
import { teamName } from '../mail/compose.ts';
import { asCallFailed, quote, secretsOf } from './answer.ts';
import { sendChatPost } from './chat-post.ts';
import type { OutsideContext } from './outside.ts';
import { missingForMail, sendMail } from './smtp.ts';
import { createTrello } from './trello.ts';

export type Integration = 'email' | 'slack' | 'tigon' | 'trello' | 'ai';

type TestOf = (context: OutsideContext, settings: Settings, caller: StaffCaller) => Promise<string>;

const notConfigured = (what: string): Problem => new Problem('not_configured', what);

const tests: Record<Integration, TestOf> = {
  async email(context, { emailConfig }, { user }) {
    const email = { ...emailConfig, enabled: true };
    const missing = missingForMail(email, context.outside);
    if (missing) throw notConfigured(missing);
    const to = emailConfig.notificationEmails.length > 0 ? emailConfig.notificationEmails : [user.email];
    const said = await sendMail(email, context.outside, {
      from: { name: teamName(emailConfig), address: emailConfig.fromEmail || user.email },
      to,
      subject: cleanLine(`${emailConfig.subjectPrefix} Test message`),
      text: `This is a test message that ${user.name} sent from the Integrations screen. Email works.`,
    });
    return `Sent to ${to.join(', ')}: ${said}`;
  },
  slack: (context, { slackConfig }, caller) => postTest(context, slackConfig, caller),
  tigon: (context, { tigonConfig }, caller) => postTest(context, tigonConfig, caller),
  async trello(context, { trelloConfig }) {
    const { apiKey, token, boardId } = trelloConfig;
    if (!apiKey || !token || !boardId) throw notConfigured('The API key, the token and the board id are needed.');
    const trello = createTrello(context.outside.outbound, context.outside.trelloUrl, { apiKey, token, boardId });
    return `Read the board “${await trello.boardName()}”.`;
  },
  async ai(context, { aiConfig }) {
    const access = context.outside.model;
    if (!access)
      throw notConfigured('No model is configured: set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own.');
    const model = modelName(access, aiConfig.model);
    const { outputTokens } = await askModel(access, {
      model,
      messages: [{ role: 'user', content: 'Answer with the single word: ok' }],
      maxTokens: 1,
    });
    return `${model} answered with ${outputTokens} token${outputTokens === 1 ? '' : 's'}.`;
  },
};

/**
 * Tests an integration with the stored settings, switched on or not, and answers what the other side said.
 *
 * @throws Problem `not_configured` with what is missing, `other_side_failed` with the other side's words
 */
export async function testIntegration(
  context: OutsideContext,
  caller: StaffCaller,
  integration: Integration,
): Promise<string> {
  await record(context, caller, { action: 'integration.tested', subject: { type: 'integration', id: integration } });
  try {
    return await tests[integration](context, await context.settings.read(), caller);
  } catch (error) {
    if (error instanceof Problem) throw error;
    const said = error instanceof ModelFailed ? error.message : asCallFailed(error).message;
    throw new Problem('other_side_failed', said, { cause: error });
  }
}

async function postTest(
  context: OutsideContext,
  target: { webhookUrl: string; channel: string },
  { user }: StaffCaller,
): Promise<string> {
  if (!target.webhookUrl) throw notConfigured('The webhook address is missing.');
  const post = {
    title: 'Test message',
    customer: user.name,
    website: new URL(context.publicUrl).host,
    text: 'Sent from the Integrations screen. It works.',
    url: `${context.publicUrl}/integrations`,
  };
  const { status, text } = await sendChatPost(context.outside.outbound, target, post, `test-${Date.now()}`);
  const words = quote(text, secretsOf(target.webhookUrl));
  return `${new URL(target.webhookUrl).host} answered ${status}${words ? `: ${words}` : ''}.`;
}
