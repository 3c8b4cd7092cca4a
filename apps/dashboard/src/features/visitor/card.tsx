import { Box, IconButton } from '@chakra-ui/react';
import type { CardContent, ToolProblem } from '@parley/contracts/assistant/tools';
import { loadCard } from '@parley/contracts/routes/tools';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { useMay } from '../../forms/permissions.ts';
import { visitor as words } from '../../i18n/en/visitor.ts';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { FailedState } from '../../ui/empty-state.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Time } from '../../ui/time.tsx';
import { Fact, safeHref } from './facts.tsx';
import styles from './visitor.module.css';

interface CardProps {
  conversationId: string;
  toolId: string;
  name: string;
}

/** Time after which a card is loaded again when it is next shown. */
const freshMs = 60_000;

/** Shows the result of an action for the conversation's customer, and loads it when it is first shown. */
export default function Card({ conversationId, toolId, name }: CardProps) {
  const params = { id: conversationId, toolId };
  const card = useQuery({
    queryKey: keyOf(loadCard, { params }),
    queryFn: ({ signal }) => call(loadCard, { params }, signal),
    staleTime: freshMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  const { data } = card;
  const mayManage = useMay('tools.manage');
  const reload = words('reloadCard', { name });
  return (
    <div aria-busy={card.isFetching}>
      {card.isPending && <output className={styles.ghost} aria-label={words('loadingCard')} />}
      {card.isError && <FailedState compact error={card.error} retry={() => void card.refetch()} />}
      {data && !card.isError && (
        <>
          <div role="status">
            {data.problem && <p className={styles.quiet}>{problemText(data.problem)}</p>}
            {data.problem && needsAdmin(data.problem) && mayManage && (
              <Box mt="2">
                <EmptyAction to="/integrations?tab=actions">{words('cardReview')}</EmptyAction>
              </Box>
            )}
            {data.content && <Content {...data.content} />}
          </div>
          <Box className={styles.quiet} display="flex" alignItems="center" gap="1" mt="1.5">
            <Time at={data.loadedAt} />
            <IconButton
              size="2xs"
              variant="ghost"
              aria-label={reload}
              title={reload}
              {...pausedWhile(card.isFetching, () => void card.refetch())}
            >
              <RotateCw size={13} aria-hidden />
            </IconButton>
          </Box>
        </>
      )}
    </div>
  );
}

/** Whether an admin can solve it. */
const needsAdmin = (problem: ToolProblem): boolean =>
  ['host_not_allowed', 'not_configured', 'offer_gone', 'offer_changed', 'refused'].includes(problem);

function problemText(problem: ToolProblem): string {
  if (problem === 'identity_missing') return words('cardNeedsIdentity');
  if (problem === 'timeout') return words('cardTooSlow');
  if (problem === 'too_large') return words('cardTooLarge');
  return words(needsAdmin(problem) ? 'cardNotSetUp' : 'cardFailed');
}

function Content({ text, fields, tables }: CardContent) {
  if (text === null && fields.length === 0 && tables.length === 0)
    return <p className={styles.quiet}>{words('cardEmpty')}</p>;
  return (
    <>
      {text !== null && (
        <Box fontSize="sm" whiteSpace="pre-wrap" overflowWrap="anywhere" dir="auto">
          {text}
        </Box>
      )}
      {fields.length > 0 && (
        <dl className={styles.facts}>
          {fields.map(({ name, value }) => (
            <Fact key={name} label={name}>
              <Value value={value} />
            </Fact>
          ))}
        </dl>
      )}
      {tables.map((table) => (
        <Rows key={table.title} {...table} />
      ))}
    </>
  );
}

function Rows({ title, columns, rows }: CardContent['tables'][number]) {
  return (
    <Box overflowX="auto" mt="2" fontSize="xs">
      <table className={styles.rows}>
        {title !== '' && (
          <caption>
            <bdi>{title}</bdi>
          </caption>
        )}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                <bdi>{column}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={`${at} ${row.join()}`}>
              {row.map((value, column) => (
                <td key={columns[column]}>
                  <Value value={value} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

/** Shows a value as text. Only the address of a page becomes a link. */
function Value({ value }: { value: string }) {
  const href = safeHref(value);
  if (href === undefined || !URL.canParse(href)) return <bdi>{value}</bdi>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
      <bdi>{value.replace(/^https?:\/\//, '')}</bdi>
    </a>
  );
}
