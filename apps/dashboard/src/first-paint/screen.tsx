import type { Conversation } from '@parley/contracts/entities';
import type { SignedInUser } from '@parley/contracts/users/sign-in';
import type { View } from '@parley/contracts/conversations/views';
import { AtSign, Ellipsis, ListFilter, Menu, MessagesSquare, Search } from 'lucide-react';
import { Brand } from '../layout/brand.tsx';
import { destinations } from '../layout/destinations.ts';
import layoutStyles from '../layout/layout.module.css';
import { SearchButton } from '../layout/search-button.tsx';
import { ConversationRow } from '../features/inbox/conversation-row.tsx';
import { InboxStrip } from '../features/inbox/inbox-strip.tsx';
import inboxStyles from '../features/inbox/inbox.module.css';
import { ListSkeleton } from '../features/inbox/list-skeleton.tsx';
import { rowHeights } from '../features/inbox/row-heights.ts';
import searchStyles from '../features/inbox/search/search.module.css';
import threadStyles from '../features/thread/thread.module.css';
import { ThreadSkeleton } from '../features/thread/thread-skeleton.tsx';
import { ViewButtons } from '../features/views/view-buttons.tsx';
import { conversations } from '../i18n/en/conversations.ts';
import { inbox } from '../i18n/en/inbox.ts';
import pageStyles from '../pages/conversations-page.module.css';
import { preferences } from '../preferences/preferences.ts';
import { Avatar } from '../ui/avatar.tsx';
import { EmptyState } from '../ui/empty.tsx';
import { inboxColumn, touched } from '../ui/media.ts';

/** Data for the app shell of the conversations screen. */
export interface Known {
  me: SignedInUser;
  items: readonly Conversation[];
  views: readonly View[];
  assistantIsOn: boolean;
}

const nothing = (): undefined => undefined;
const addressOf = (id: string): string => `/conversations?selected=${id}`;
const Nothing = () => null;

interface FirstScreenProps {
  /** Undefined while it is on its way. */
  known: Known | undefined;
  selectedId: string | null;
}

/** Paints the conversations as they will render, with the same parts. Nothing in it can be used. */
export function FirstScreen({ known, selectedId }: FirstScreenProps) {
  return (
    // Hidden as well from readers that do not know `inert` yet.
    <div className={layoutStyles.layout} data-rail inert aria-hidden>
      <header className={layoutStyles.top}>
        <span className={`${layoutStyles.iconButton} ${layoutStyles.menuButton}`}>
          <Menu size={20} />
        </span>
        <Brand />
        <div className={layoutStyles.spacer} />
        <SearchButton onClick={nothing} />
        <span className={`${layoutStyles.iconButton} ${layoutStyles.mentions}`}>
          <AtSign size={18} />
        </span>
        <span className={layoutStyles.user}>
          {known ? (
            <Avatar name={known.me.name} imageUrl={known.me.profileImageUrl} size="sm" status={known.me.status} />
          ) : (
            <span className="first-avatar" />
          )}
        </span>
      </header>
      <nav className={layoutStyles.side}>
        {destinations().map(({ path, label, icon: Icon }) => (
          <span key={path} className={layoutStyles.link} aria-current={path === '/conversations' ? 'page' : undefined}>
            <Icon size={17} strokeWidth={1.8} />
            <span>{label}</span>
          </span>
        ))}
      </nav>
      <main className={layoutStyles.main}>
        <div className={layoutStyles.screen}>
          <div
            className={pageStyles.screen}
            data-selected={selectedId === null ? undefined : ''}
            data-visitor={preferences().visitorPanel || undefined}
          >
            {hasColumn() && <div className={pageStyles.lists} />}
            <div className={pageStyles.inbox}>
              <FirstInbox known={known} selectedId={selectedId} />
            </div>
            <div className={pageStyles.thread}>
              {selectedId === null ? (
                <EmptyState
                  icon={MessagesSquare}
                  title={conversations('select')}
                  action={
                    (!known || known.items.length > 0) && (
                      <span className="first-button">{conversations('openFirst')}</span>
                    )
                  }
                >
                  {conversations('chooseOne')}
                </EmptyState>
              ) : (
                <div className={threadStyles.pane}>
                  <div className={threadStyles.head}>
                    <div className={threadStyles.header} />
                  </div>
                  <ThreadSkeleton />
                </div>
              )}
            </div>
          </div>
        </div>
      </main>
    </div>
  );
}

const inboxes = { chosen: 'open', onChoose: nothing, teams: [], Count: Nothing } as const;
const hasColumn = (): boolean => window.matchMedia(inboxColumn).matches;

const FirstViews = ({ known }: { known: Known | undefined }) => (
  <ViewButtons views={known?.views ?? []} selected={null} Count={Nothing} onShow={nothing} onManage={nothing} />
);

function FirstInbox({ known, selectedId }: FirstScreenProps) {
  const hasRows = known !== undefined && known.items.length > 0;
  return (
    <section className={inboxStyles.pane}>
      <div className={inboxStyles.head}>
        <div className={inboxStyles.searchLine}>
          <div className={searchStyles.search}>
            <Search size={16} />
            <span className="first-field">{inbox('searchPlaceholder')}</span>
          </div>
          <span className="first-icon">
            <ListFilter size={16} />
          </span>
          <span className="first-icon">
            <Ellipsis size={16} />
          </span>
        </div>
        {!hasColumn() && (
          <>
            <InboxStrip {...inboxes} onMore={nothing} isMoreOpen={false} />
            <FirstViews known={known} />
          </>
        )}
      </div>
      <div className={inboxStyles.body}>
        {hasRows ? <FirstRows known={known} selectedId={selectedId} /> : <ListSkeleton />}
      </div>
    </section>
  );
}

/** Shows as many rows as fit on the screen, and leaves room for the others. */
function FirstRows({ known, selectedId }: { known: Known; selectedId: string | null }) {
  const { compactList } = preferences();
  const { me, items, assistantIsOn } = known;
  const isTouched = window.matchMedia(touched).matches;
  const rowHeight = compactList ? rowHeights.compact : rowHeights.comfortable;
  return (
    <div className={inboxStyles.scroller}>
      <ul
        className={inboxStyles.rows}
        data-compact={compactList || undefined}
        style={{ blockSize: items.length * rowHeight }}
        aria-label={inbox('conversations')}
      >
        {items.slice(0, Math.ceil(window.innerHeight / rowHeight)).map((conversation) => (
          <li key={conversation.id} style={{ blockSize: rowHeight }}>
            <ConversationRow
              conversation={conversation}
              isSelected={conversation.id === selectedId}
              me={me.id}
              assistantIsOn={assistantIsOn}
              linkTo={addressOf}
              onOpen={nothing}
              isCompact={compactList}
              isTouched={isTouched}
              isPicked={false}
              onPick={nothing}
              hasManySites={items.some(({ website }) => website !== items[0]?.website)}
              mayUpdate={false}
              mayAssign={false}
              onAct={nothing}
              onMenu={nothing}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
