import { Box, Button } from '@chakra-ui/react';
import { type HelpTodo, type TodoState, todoStates } from '@parley/contracts/knowledge/help';
import { listHelpTodos, settleHelpTodo } from '@parley/contracts/routes/help';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bot, ListChecks, Search } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { keyOf, read, alwaysFresh } from '../../api/read.ts';
import { rowProps } from '../../commands/rows.ts';
import { knowledgeWords as words } from '../../i18n/en/knowledge.ts';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Select } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { Awaited } from '../../ui/awaited.tsx';
import styles from './knowledge.module.css';

const stateWords = { open: 'openState', done: 'done', ignored: 'ignored' } as const;

/** Lists what to write next: searches without a result, and questions that the assistant could not answer. */
export function Todos() {
  const [state, setState] = useState<TodoState>('open');
  const todos = useQuery({ ...read(listHelpTodos, { query: { state } }), ...alwaysFresh });
  return (
    <Panel
      title={words('todo')}
      description={words('todoAbout')}
      flush
      action={
        <Box w={{ base: 'full', sm: '12rem' }}>
          <Select
            aria-label={words('show')}
            value={state}
            options={todoStates.map((value) => ({ value, label: words(stateWords[value]) }))}
            onChange={setState}
          />
        </Box>
      }
    >
      <Awaited read={todos} lines={4} />
      {todos.data?.length === 0 && (
        <EmptyState
          icon={ListChecks}
          title={words('todoNone')}
          compact
          action={<EmptyAction to="/knowledge/new">{words('writeArticle')}</EmptyAction>}
        >
          {words('todoNoneHint')}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {todos.data?.map((todo) => (
          <Todo key={todo.id} todo={todo} />
        ))}
      </ul>
    </Panel>
  );
}

function Todo({ todo }: { todo: HelpTodo }) {
  const { id, kind, words: wanted, count, state, at } = todo;
  const client = useQueryClient();
  const navigate = useNavigate();
  const settle = useMutation({
    mutationFn: (to: TodoState) => call(settleHelpTodo, { params: { kind, id }, body: { state: to } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(listHelpTodos) }),
    onError: (error) => toastFailure(error),
  });
  const write = () => void navigate('/knowledge/new', { state: { title: wanted } });
  const Icon = kind === 'search' ? Search : Bot;
  return (
    <li className={styles.todo} {...rowProps}>
      <Icon size={16} aria-hidden />
      <span className={styles.title}>
        <bdi>{wanted}</bdi>
        <small>
          <Facts>
            {kind === 'search' ? words('searched', { count }) : words('missed')}
            <Time at={at} />
            {kind === 'assistant' && <Link to={`/conversations?selected=${id}`}>{words('toConversation')}</Link>}
          </Facts>
        </small>
      </span>
      <Box display="flex" flexWrap="wrap" gap="1">
        {state === 'open' ? (
          <>
            <Button size="2xs" variant="outline" onClick={write}>
              {words('writeArticle')}
            </Button>
            <Button size="2xs" variant="ghost" onClick={() => settle.mutate('done')}>
              {words('done')}
            </Button>
            <Button size="2xs" variant="ghost" onClick={() => settle.mutate('ignored')}>
              {words('ignore')}
            </Button>
          </>
        ) : (
          <Button size="2xs" variant="ghost" onClick={() => settle.mutate('open')}>
            {words('reopen')}
          </Button>
        )}
      </Box>
    </li>
  );
}
