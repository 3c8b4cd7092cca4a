import { Box, Button, IconButton, Input, Stack } from '@chakra-ui/react';
import type { Message } from '@parley/contracts/entities';
import { markValues, reviewCommentMaxLength } from '@parley/contracts/reviews/limits';
import type { Criterion, Review, ReviewDraft, ReviewMark } from '@parley/contracts/reviews/reviews';
import { saveReview } from '@parley/contracts/routes/reviews';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { useCommands } from '../../commands/commands.ts';
import { reviewWords } from '../../i18n/en/reviews.ts';
import { Select, TextArea } from '../../ui/fields.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { markWords, reviewAddress } from './review-words.ts';
import styles from './reviews.module.css';
import { useSettle } from './use-reviews.ts';

/** Milliseconds without a change after which a review is saved. */
const pauseMs = 600;

/** Saves a draft a moment after its last change, and when the form is left. */
function useSaved(review: Review): [ReviewDraft, (change: Partial<ReviewDraft>) => void, () => Promise<void>] {
  const [draft, setDraft] = useState<ReviewDraft>({
    marks: review.marks,
    notes: review.notes,
    comment: review.comment,
  });
  const newest = useRef(draft);
  const stored = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = async () => {
    clearTimeout(timer.current);
    const body = newest.current;
    if (body === stored.current) return;
    stored.current = body;
    await call(saveReview, { params: { id: review.id }, body });
  };
  const leave = useRef(save);
  useEffect(() => {
    leave.current = save;
  });
  useEffect(() => () => void leave.current().catch((error: unknown) => toastFailure(error)), []);
  const change = (part: Partial<ReviewDraft>) => {
    newest.current = { ...newest.current, ...part };
    setDraft(newest.current);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save().catch((error: unknown) => toastFailure(error)), pauseMs);
  };
  return [draft, change, save];
}

interface ReviewFormProps {
  review: Review;
  /** Messages of the conversation that are loaded. */
  messages: readonly Message[];
}

/** Edits an open review. Marks are radio buttons, which arrow keys choose from; Ctrl+Enter finishes. */
export function ReviewForm({ review, messages }: ReviewFormProps) {
  const [draft, change, save] = useSaved(review);
  const settle = useSettle(review);
  const { criteria } = review.scorecard;
  const isComplete =
    criteria.every(({ id }) => draft.marks.some(({ criterionId }) => criterionId === id)) &&
    draft.marks.some(({ value }) => value !== null);
  const finish = () => {
    if (!isComplete || settle.isPending) return;
    save().then(
      () => settle.mutate('finished'),
      (error: unknown) => toastFailure(error),
    );
  };
  useCommands([
    { id: 'review:finish', label: reviewWords('finish'), group: 'Conversation', keys: 'mod+Enter', run: finish },
  ]);
  const mark = (criterionId: string, part: Partial<ReviewMark>) => {
    const before = draft.marks.find((each) => each.criterionId === criterionId);
    const next = { criterionId, value: null, comment: '', ...before, ...part };
    change({
      marks: criteria.flatMap(({ id }) =>
        id === criterionId ? [next] : draft.marks.filter((each) => each.criterionId === id),
      ),
    });
  };
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      {criteria.map((criterion) => (
        <CriterionField
          key={criterion.id}
          criterion={criterion}
          mark={draft.marks.find(({ criterionId }) => criterionId === criterion.id)}
          onMark={(part) => mark(criterion.id, part)}
        />
      ))}
      <Notes review={review} messages={messages} notes={draft.notes} onChange={(notes) => change({ notes })} />
      <TextArea
        label={reviewWords('overall')}
        rows={3}
        maxLength={reviewCommentMaxLength}
        value={draft.comment}
        onChange={(event) => change({ comment: event.target.value })}
      />
      <div className={styles.foot}>
        <Button
          size="sm"
          aria-keyshortcuts="mod+Enter"
          disabled={!isComplete}
          loading={settle.isPending}
          onClick={finish}
        >
          {reviewWords('finish')}
        </Button>
        <Button size="sm" variant="ghost" disabled={settle.isPending} onClick={() => settle.mutate('skipped')}>
          {reviewWords('skip')}
        </Button>
      </div>
    </form>
  );
}

interface CriterionFieldProps {
  criterion: Criterion;
  mark: ReviewMark | undefined;
  onMark: (change: Partial<ReviewMark>) => void;
}

function CriterionField({ criterion, mark, onMark }: CriterionFieldProps) {
  const { id, name, description, scale, isCritical } = criterion;
  const values = [...(scale === 'pass' ? [1, 0] : markValues.points), null];
  return (
    <fieldset className={styles.criterion}>
      <legend>
        <bdi>{name}</bdi>
        {isCritical && <Tag tone="amber">{reviewWords('critical')}</Tag>}
      </legend>
      {description && (
        <p className={styles.quiet}>
          <bdi>{description}</bdi>
        </p>
      )}
      <div className={styles.marks}>
        {values.map((value) => (
          <label key={value} data-worst={value === values[0] || undefined}>
            <input
              type="radio"
              name={id}
              aria-label={markWords(criterion, value)}
              checked={mark?.value === value}
              onChange={() => onMark({ value })}
            />
            <span aria-hidden>{scale === 'points' && value !== null ? value : markWords(criterion, value)}</span>
          </label>
        ))}
      </div>
      {mark && (
        <Input
          size="xs"
          dir="auto"
          aria-label={reviewWords('commentOn', { name })}
          placeholder={reviewWords('comment')}
          maxLength={reviewCommentMaxLength}
          value={mark.comment}
          onChange={(event) => onMark({ comment: event.target.value })}
        />
      )}
    </fieldset>
  );
}

/** Returns the beginning of a message, to choose it by. */
const excerpt = ({ content }: Message): string => (content.length > 60 ? `${content.slice(0, 60)}…` : content);

interface NotesProps extends ReviewFormProps {
  notes: ReviewDraft['notes'];
  onChange: (notes: ReviewDraft['notes']) => void;
}

/** Comments on single messages of the person. */
function Notes({ review, messages, notes, onChange }: NotesProps) {
  const theirs = messages.filter(({ senderType, senderId }) =>
    review.person ? senderId === review.person.id : senderType === 'ai',
  );
  const [chosen, setChosen] = useState('');
  const [text, setText] = useState('');
  const seq = chosen === '' ? theirs.at(-1)?.seq : Number(chosen);
  const add = () => {
    if (seq === undefined || text.trim() === '') return;
    onChange([...notes, { seq, text: text.trim() }].toSorted((one, other) => one.seq - other.seq));
    setText('');
  };
  return (
    <Stack as="fieldset" gap="1.5">
      <Box as="legend" textStyle="sm" fontWeight="500">
        {reviewWords('messages')}
      </Box>
      {notes.map((note, index) => (
        <div key={`${note.seq} ${note.text}`} className={styles.note}>
          <MessageNote review={review} note={note} messages={messages} />
          <IconButton
            size="2xs"
            variant="ghost"
            aria-label={reviewWords('removeComment')}
            onClick={() => onChange(notes.toSpliced(index, 1))}
          >
            <X size={13} aria-hidden />
          </IconButton>
        </div>
      ))}
      {theirs.length > 0 && (
        <>
          <Select
            aria-label={reviewWords('message')}
            value={String(seq)}
            options={theirs.map((message) => ({ value: String(message.seq), label: excerpt(message) }))}
            onChange={setChosen}
          />
          <Box display="flex" gap="1.5">
            <Input
              size="xs"
              dir="auto"
              aria-label={reviewWords('comment')}
              placeholder={reviewWords('comment')}
              maxLength={reviewCommentMaxLength}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
                event.preventDefault();
                add();
              }}
            />
            <Button size="xs" variant="outline" disabled={text.trim() === ''} onClick={add}>
              {reviewWords('addComment')}
            </Button>
          </Box>
        </>
      )}
    </Stack>
  );
}

interface MessageNoteProps extends ReviewFormProps {
  note: ReviewDraft['notes'][number];
}

/** Shows a comment with the message that it is on, which it leads to. */
export function MessageNote({ review, note: { seq, text }, messages }: MessageNoteProps) {
  const message = messages.find((each) => each.seq === seq);
  return (
    <div className={styles.words}>
      <Link to={reviewAddress(review, seq)} className={styles.quiet}>
        <bdi>{message ? excerpt(message) : `${reviewWords('message')} ${seq}`}</bdi>
      </Link>
      <p dir="auto">{text}</p>
    </div>
  );
}
