/**
 * Tools of the MCP server. Each calls one route of the API, so that rights, scope, limits and audit entries are the
 * route's; its arguments are named here, and described by the route's schemas.
 */
import type { CallPlace, Route } from '../route.ts';
import { getContact, listContactConversations, listContacts } from '../routes/contacts.ts';
import {
  getConversation,
  listConversations,
  listMessages,
  postMessage,
  updateConversation,
} from '../routes/conversations.ts';
import { askKnowledge } from '../routes/copilot.ts';
import { saveDraft } from '../routes/drafts.ts';
import { getHelpArticle, listPublishedArticles } from '../routes/help.ts';
import { addNote } from '../routes/notes.ts';
import { getReport } from '../routes/reports.ts';
import { listTags } from '../routes/tags.ts';
import { listTeams } from '../routes/teams.ts';
import { listRepresentatives } from '../routes/users.ts';

export interface McpTool {
  name: string;
  title: string;
  description: string;
  route: Route;
  /** Arguments by name. Required are those of the path, and those that the route requires. */
  takes: Readonly<Record<string, CallPlace>>;
  /** Further arguments that the tool requires. */
  needs?: readonly string[];
  /** Values that every call of the route gets. */
  fixed?: readonly (readonly [CallPlace, unknown])[];
  /** Place of an id that the server makes for each call; with one confirmation always the same. */
  newId?: CallPlace;
  /** Changes nothing although it isn't a GET. */
  isRead?: true;
  /** Reaches the customer: the first call only shows what would be sent, and answers with a confirmation for the second. */
  isConfirmed?: true;
}

const conversationId = { conversationId: 'params.id' } as const;

export const mcpTools: readonly McpTool[] = [
  {
    name: 'search_conversations',
    title: 'Search conversations',
    description:
      'Lists conversations, newest activity first, by words and filters such as `is:unassigned` or `tag:refund`.',
    route: listConversations,
    takes: {
      q: 'query.q',
      status: 'query.status',
      assigned: 'query.assigned',
      sort: 'query.sort',
      limit: 'query.limit',
    },
  },
  {
    name: 'read_conversation',
    title: 'Read a conversation',
    description: 'Returns a conversation with its newest 50 messages.',
    route: getConversation,
    takes: conversationId,
  },
  {
    name: 'list_messages',
    title: 'List messages',
    description: 'Lists messages of a conversation before or after a seq.',
    route: listMessages,
    takes: { ...conversationId, before: 'query.before', after: 'query.after', limit: 'query.limit' },
  },
  {
    name: 'search_contacts',
    title: 'Search contacts',
    description: 'Lists contacts by the beginnings of their name, address or number.',
    route: listContacts,
    takes: { q: 'query.q', limit: 'query.limit' },
  },
  {
    name: 'read_contact',
    title: 'Read a contact',
    description: 'Returns a contact with addresses and attributes.',
    route: getContact,
    takes: { contactId: 'params.id' },
  },
  {
    name: 'list_contact_conversations',
    title: 'List a contact’s conversations',
    description: 'Lists the conversations of a contact.',
    route: listContactConversations,
    takes: { contactId: 'params.id' },
  },
  {
    name: 'search_knowledge',
    title: 'Search knowledge',
    description: 'Answers a question from articles, sources and earlier answers of the team, with citations.',
    route: askKnowledge,
    takes: { question: 'body.question', language: 'body.language' },
    isRead: true,
  },
  {
    name: 'list_articles',
    title: 'List articles',
    description: 'Lists the published articles.',
    route: listPublishedArticles,
    takes: {},
  },
  {
    name: 'read_article',
    title: 'Read an article',
    description: 'Returns an article with its newest texts.',
    route: getHelpArticle,
    takes: { articleId: 'params.id' },
  },
  {
    name: 'read_report',
    title: 'Read a report',
    description: 'Returns the figures of a report for a range of days, also compared with the range before.',
    route: getReport,
    takes: {
      report: 'params.report',
      from: 'query.from',
      to: 'query.to',
      slice: 'query.slice',
      compare: 'query.compare',
    },
  },
  { name: 'list_tags', title: 'List tags', description: 'Lists the tags with their ids.', route: listTags, takes: {} },
  {
    name: 'list_teams',
    title: 'List teams',
    description: 'Lists the teams with their ids and members.',
    route: listTeams,
    takes: {},
  },
  {
    name: 'list_representatives',
    title: 'List representatives',
    description: 'Lists the team with ids, availability and workload.',
    route: listRepresentatives,
    takes: {},
  },
  {
    name: 'draft_reply',
    title: 'Draft a reply',
    description: 'Saves a draft of a reply. Nobody gets it: its author finds it in the composer.',
    route: saveDraft,
    takes: { ...conversationId, content: 'body.content' },
    fixed: [
      ['params.kind', 'reply'],
      ['body.revision', 0],
    ],
    newId: 'body.id',
  },
  {
    name: 'add_note',
    title: 'Add a note',
    description: 'Writes a note that the team reads, and the customer never.',
    route: addNote,
    takes: { ...conversationId, content: 'body.content' },
    needs: ['content'],
  },
  {
    name: 'change_conversation',
    title: 'Change a conversation',
    description: 'Assigns, tags, prioritises, closes or reopens a conversation.',
    route: updateConversation,
    takes: {
      ...conversationId,
      status: 'body.status',
      priority: 'body.priority',
      assignedRepresentativeId: 'body.assignedRepresentativeId',
      teamId: 'body.teamId',
      addTags: 'body.addTags',
      removeTags: 'body.removeTags',
    },
  },
  {
    name: 'send_message',
    title: 'Send a message to the customer',
    description:
      'Sends a reply to the customer. Without `confirmation` nothing is sent: show the answer’s text to the user, and call again with its `confirmation` once they agree.',
    route: postMessage,
    takes: { conversationId: 'body.conversationId', content: 'body.content', basedOnSeq: 'body.basedOnSeq' },
    needs: ['content'],
    newId: 'body.clientMessageId',
    isConfirmed: true,
  },
];
