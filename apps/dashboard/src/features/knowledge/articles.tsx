import { Button } from '@chakra-ui/react';
import type { HelpArticleSummary } from '@parley/contracts/knowledge/help';
import { deleteArticle, listCategories, listHelpArticles, listPublishedArticles } from '@parley/contracts/routes/help';
import { useQueryClient } from '@tanstack/react-query';
import { BookOpen, Plus, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { rowProps, useRowKeys } from '../../commands/rows.ts';
import { useMay } from '../../forms/permissions.ts';
import { common } from '../../i18n/en/common.ts';
import { knowledgeWords as words } from '../../i18n/en/knowledge.ts';
import { teamWords } from '../../i18n/en/team.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PanelSearch } from '../../ui/panel-search.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { StateTag } from './article-state.tsx';
import { nameOfCategory } from './categories.tsx';
import { Awaited } from '../../ui/awaited.tsx';
import styles from './knowledge.module.css';

/** Lists every article, drafts too: sources for the assistant, the suggestions, the team and customers. */
export function Articles() {
  const articles = useRead(listHelpArticles, {});
  const client = useQueryClient();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [deleting, setDeleting] = useState<HelpArticleSummary | null>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const mayChange = useMay('articles.manage');
  const add = () => void navigate('/knowledge/new');
  useCommands([
    { id: 'list:search', label: words('search'), group: 'List', keys: '/', run: () => searchBox.current?.focus() },
    ...(mayChange ? [{ id: 'article:add', label: words('add'), group: 'General' as const, keys: 'n', run: add }] : []),
  ]);
  useRowKeys({ e: words('editCommand'), ...(mayChange && { '#': words('deleteArticle') }) });
  const sought = search.trim().toLowerCase();
  const shown = articles.data?.filter(({ translations }) =>
    translations.some(({ title }) => title.toLowerCase().includes(sought)),
  );
  return (
    <Panel
      title={words('articles')}
      description={words('about')}
      flush
      action={
        mayChange &&
        articles.data?.length !== 0 && (
          <Button size="xs" variant="outline" onClick={add}>
            <Plus size={14} aria-hidden />
            {words('add')}
          </Button>
        )
      }
    >
      {articles.data && articles.data.length > 0 && (
        <PanelSearch
          ref={searchBox}
          label={words('search')}
          placeholder={words('search')}
          value={search}
          onChange={setSearch}
        />
      )}
      <Awaited read={articles} lines={6} />
      {articles.data?.length === 0 && (
        <EmptyState
          icon={BookOpen}
          title={words('none')}
          compact
          action={mayChange && <EmptyAction onClick={add}>{words('add')}</EmptyAction>}
        >
          {words('noneHint')}
        </EmptyState>
      )}
      {sought && shown?.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={words('noMatch')}
          compact
          action={<EmptyAction onClick={() => setSearch('')}>{teamWords('clearSearch')}</EmptyAction>}
        />
      )}
      <ul className={styles.list}>
        {shown?.map((article) => (
          <ArticleRow key={article.id} article={article} canDelete={mayChange} onDelete={() => setDeleting(article)} />
        ))}
      </ul>
      <DeleteDialog
        title={words('deleteArticle')}
        id={deleting?.id ?? null}
        remove={(id) => call(deleteArticle, { params: { id } })}
        onDeleted={() => {
          for (const route of [listHelpArticles, listPublishedArticles])
            void client.invalidateQueries({ queryKey: keyOf(route) });
          toast({ title: common('integrationUpdated'), description: words('deleted') });
        }}
        onClose={() => setDeleting(null)}
      >
        {words('deleteHint', { title: deleting?.translations[0]?.title ?? '' })}
      </DeleteDialog>
    </Panel>
  );
}

interface ArticleRowProps {
  article: HelpArticleSummary;
  canDelete: boolean;
  onDelete: () => void;
}

function ArticleRow({ article, canDelete, onDelete }: ArticleRowProps) {
  const { data: categories = [] } = useRead(listCategories, {});
  const { id, translations, audience, onSite, categoryId } = article;
  const [own] = translations;
  const category = categories.find((each) => each.id === categoryId);
  if (!own) return null;
  return (
    <li className={styles.entry} {...rowProps}>
      <Link className={styles.row} to={`/knowledge/${id}`} aria-keyshortcuts="e">
        <span className={styles.title}>
          <bdi>{own.title}</bdi>
          <small>
            <Facts>
              {category && nameOfCategory(category)}
              {words.rich('updated', { time: <Time at={own.changedAt} /> })}
            </Facts>
          </small>
        </span>
        <span className={styles.tags}>
          {translations.length > 1 && (
            <Tag tone="plain">{translations.map(({ locale }) => locale.toUpperCase()).join(' ')}</Tag>
          )}
          {audience === 'customers' && <Tag>{words('forCustomers')}</Tag>}
          {audience === 'staff' && <Tag>{words('forStaff')}</Tag>}
          {onSite && (
            <Tag tone="outline" title={words('onSite')}>
              {words('helpCentre')}
            </Tag>
          )}
          <StateTag translation={own} />
        </span>
      </Link>
      {canDelete && (
        <Button size="2xs" variant="ghost" aria-keyshortcuts="#" onClick={onDelete}>
          {common('delete')}
        </Button>
      )}
    </li>
  );
}
