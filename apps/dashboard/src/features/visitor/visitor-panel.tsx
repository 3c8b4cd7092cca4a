import { Box, IconButton } from '@chakra-ui/react';
import { isCustomerChannel } from '@parley/contracts/channels/list';
import type { VisitorProfile } from '@parley/contracts/entities';
import type { ServerFrame } from '@parley/contracts/frames';
import { listAttributes } from '@parley/contracts/routes/attributes';
import { listCards } from '@parley/contracts/routes/tools';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Fragment, type ReactNode, Suspense, useCallback } from 'react';
import { Link } from 'react-router-dom';
import { CallError, wordsOf } from '../../api/call-error.ts';
import { read, useRead } from '../../api/read.ts';
import { CompanyOfContact } from '../../domain/contacts/company-of-contact.tsx';
import { TrackedEvents } from '../../domain/tracked-events/tracked-events.tsx';
import { useMay } from '../../forms/permissions.ts';
import { attributeWords } from '../../i18n/en/attributes.ts';
import { common } from '../../i18n/en/common.ts';
import { companyWords } from '../../i18n/en/companies.ts';
import { contactWords } from '../../i18n/en/contacts.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { vocabulary } from '../../i18n/en/vocabulary.ts';
import { visitor as words } from '../../i18n/en/visitor.ts';
import { useFrames } from '../../live/live.tsx';
import { rememberVisitor, visitorOf } from '../../live/visitor.ts';
import { lazyPart } from '../../loading/part.tsx';
import { usePreferences } from '../../preferences/preferences.ts';
import { describeBrowser } from '../../ui/browser.ts';
import { CustomerName } from '../../ui/customer.tsx';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { FailedState } from '../../ui/empty-state.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { Block } from './block.tsx';
import { type BlockName, cardBlock, ordered } from './block-order.ts';
import { channelName } from './channel-fact.tsx';
import { Details } from './details.tsx';
import { EarlierConversations } from './earlier-conversations.tsx';
import { Related } from './related.tsx';
import { Fact } from './facts.tsx';
import { Followers } from './followers.tsx';
import { VisitedPages } from './visited-pages.tsx';
import styles from './visitor.module.css';

const Attributes = lazyPart(() => import('../../domain/attributes/attributes.tsx'));
const Card = lazyPart(() => import('./card.tsx'));
const CustomerFiles = lazyPart(() => import('./customer-files.tsx'));
const ContactNotes = lazyPart(async () => ({
  default: (await import('../../domain/notes/contact-notes.tsx')).ContactNotes,
}));

interface VisitorPanelProps {
  conversationId: string;
  linkTo: (id: string, messageSeq?: number) => string;
  onClose: () => void;
}

/** Shows the customer beside the thread, in blocks that each user arranges. */
export function VisitorPanel({ conversationId, linkTo, onClose }: VisitorPanelProps) {
  const profile = useQuery(visitorOf(conversationId));
  useLivePresence(conversationId);
  // Deleted, or came without a widget: trying again would find no more.
  const isUnknown = profile.error instanceof CallError && profile.error.status === 404;
  return (
    <aside className={styles.panel} aria-label={words('visitor')}>
      <div className={styles.head}>
        <h2>{words('visitor')}</h2>
        <IconButton size="xs" variant="ghost" aria-label={words('hide')} onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      {profile.isPending && <output className={styles.ghost} aria-label={words('loading')} />}
      {profile.isError && !profile.data && !isUnknown && (
        <FailedState compact error={profile.error} retry={() => void profile.refetch()} />
      )}
      {isUnknown && <p className={styles.quiet}>{wordsOf(profile.error)}</p>}
      {profile.data && <Name visitor={profile.data} />}
      <Blocks conversationId={conversationId} linkTo={linkTo} visitor={profile.data} />
    </aside>
  );
}

/** Follows the visitor over the pages of the website, and what reaches them on their channel. */
function useLivePresence(conversationId: string): void {
  const client = useQueryClient();
  const listen = useCallback(
    (frame: ServerFrame) => {
      if (frame.type === 'delivery_updated' && isCustomerChannel(frame.channel))
        void client.invalidateQueries(visitorOf(conversationId));
      if (frame.type === 'presence') rememberVisitor(client, frame);
    },
    [client, conversationId],
  );
  useFrames(listen);
}

function Name({ visitor }: { visitor: VisitorProfile }) {
  const { id, email, name } = visitor;
  // The address has its own place below.
  const customer = { id, customerEmail: name ? null : email, customerName: name };
  return (
    <div className={styles.name}>
      <Link to={`/contacts/${visitor.contactId}`} title={contactWords('openContact')}>
        <CustomerName customer={customer} />
      </Link>
      {visitor.channel ? (
        <Tag tone="neutral">{channelName(visitor.channel)}</Tag>
      ) : visitor.mailbox ? (
        <Tag tone="neutral">{common('email')}</Tag>
      ) : (
        <Tag tone={visitor.isOnline ? 'green' : 'neutral'}>{visitor.isOnline ? words('onPage') : words('away')}</Tag>
      )}
    </div>
  );
}

interface BlocksProps extends Pick<VisitorPanelProps, 'conversationId' | 'linkTo'> {
  /** Undefined while it is read, and where nothing is known. */
  visitor: VisitorProfile | undefined;
}

function Blocks({ conversationId, linkTo, visitor }: BlocksProps) {
  const { visitorBlocks, foldedBlocks } = usePreferences();
  const mayReadContacts = useMay('contacts.read');
  const cards = useQuery({ ...read(listCards, {}), enabled: mayReadContacts }).data ?? [];
  const mayDefine = useMay('attributes.manage');
  const hasAttributes = useRead(listAttributes, {}).data?.some(({ subject }) => subject !== 'company');
  /** Title and content by name; without content a block isn't shown. */
  const blocks: Partial<Record<BlockName, [title: string, content: ReactNode]>> = {
    ...(visitor && {
      details: [words('details'), <Details key="" visitor={visitor} conversationId={conversationId} />],
      ...(mayReadContacts && {
        company: [
          companyWords('company'),
          <CompanyOfContact key="" contactId={visitor.contactId} company={visitor.company} />,
        ],
      }),
      ...((hasAttributes || (hasAttributes === false && mayDefine)) && {
        attributes: [
          attributeWords('attributes'),
          hasAttributes ? <Attributes key="" conversationId={conversationId} /> : <NoAttributes key="" />,
        ],
      }),
      ...Object.fromEntries(
        cards.map(({ id, name }) => [
          cardBlock(id),
          [
            titleOf(name),
            <Card key={conversationId} conversationId={conversationId} toolId={id} name={titleOf(name)} />,
          ],
        ]),
      ),
      earlier: [
        words('earlier'),
        <Fragment key="">
          <EarlierConversations conversations={visitor.earlierConversations} linkTo={linkTo} />
          <Related key={conversationId} conversationId={conversationId} linkTo={linkTo} />
        </Fragment>,
      ],
      ...(!visitor.channel &&
        !visitor.mailbox && { pages: [words('pages'), <VisitedPages key="" pages={visitor.pages} />] }),
      ...(visitor.events.length > 0 && {
        events: [words('events'), <TrackedEvents key="" events={visitor.events} />],
      }),
      files: [words('files'), <CustomerFiles key="" conversationId={conversationId} linkTo={linkTo} />],
      ...(mayReadContacts && {
        notes: [contactWords('notes'), <ContactNotes key="" contactId={visitor.contactId} />],
      }),
      device: [words('device'), <Device key="" visitor={visitor} />],
    }),
    followers: [ownership('followers'), <Followers key="" conversationId={conversationId} />],
  };
  const order = ordered(
    visitorBlocks,
    cards.map(({ id }) => cardBlock(id)),
  );
  const shown = order.filter((name) => blocks[name]);
  return shown.map((name, index) => (
    <Block
      key={name}
      name={name}
      title={blocks[name]?.[0] ?? ''}
      isFolded={foldedBlocks.includes(name)}
      order={order}
      before={shown[index - 1]}
      after={shown[index + 1]}
    >
      <Suspense>{blocks[name]?.[1]}</Suspense>
    </Block>
  ));
}

/** Leads admins to where attributes are defined. */
function NoAttributes() {
  return (
    <>
      <Box as="p" className={styles.quiet} mb="2">
        {vocabulary('noAttributesHint')}
      </Box>
      <EmptyAction to="/settings?tab=attributes">{attributeWords('define')}</EmptyAction>
    </>
  );
}

/** Returns the name of an action as a heading: `order_status` as “Order status”. */
const titleOf = (name: string): string => {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Shows technical facts, which are rarely needed. */
function Device({ visitor }: { visitor: VisitorProfile }) {
  return (
    <dl className={styles.facts}>
      {visitor.userAgent && <Fact label={words('browser')}>{describeBrowser(visitor.userAgent)}</Fact>}
      <Fact label={words('firstSeen')}>
        <Time at={visitor.createdAt} />
      </Fact>
    </dl>
  );
}
