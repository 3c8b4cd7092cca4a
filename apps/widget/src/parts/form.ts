/** Asks the questions of a form one at a time. Loaded with the first form; drawn without Preact. */
import { uploadBytes } from '@parley/client/upload';
import { type AnswerFault, answerFault, answerLine, askedFields } from '@parley/contracts/forms/answers';
import type { Answers, AnswerValue, ShownField, ShownForm } from '@parley/contracts/forms/forms';
import { fieldTextMaxLength } from '@parley/contracts/forms/limits';
import type { formTexts } from '@parley/contracts/i18n/catalogues/forms';
import type { Upload } from '@parley/contracts/routes/uploads';
import { uploadsPath } from '../contract.static.ts';
import { make, styleOnce } from '../dom.ts';
import type { Talk } from '../talk/talk.ts';

const styles = `
.form { font-size: 14px; margin-top: 6px; }
.card .form { margin: 0; }
.blocks .form { padding: 12px 14px; border: 1px solid var(--line); border-radius: 14px; width: 300px; max-width: 100%; }
.form .at { color: var(--quiet); font-size: 12px; }
.form .at progress { appearance: none; display: block; width: 100%; height: 4px; margin: 4px 0 10px; border: 0; border-radius: 2px; overflow: hidden; background: var(--line); }
.form progress::-webkit-progress-bar { background: var(--line); }
.form progress::-webkit-progress-value { background: var(--primary); }
.form progress::-moz-progress-bar { background: var(--primary); }
.form label.ask, .form legend { display: block; font-weight: 600; margin: 2px 0 6px; padding: 0; overflow-wrap: anywhere; }
.form fieldset { border: 0; min-width: 0; }
.form small { font-weight: 400; color: var(--quiet); }
.form .help { color: var(--quiet); margin-bottom: 6px; overflow-wrap: anywhere; }
.form .field { border-radius: 12px; }
.form .option { display: flex; gap: 8px; align-items: flex-start; min-height: 34px; padding: 6px 0; line-height: 20px; overflow-wrap: anywhere; }
.form .option input { accent-color: var(--primary); flex: none; width: 16px; height: 16px; margin: 2px 0; }
.form .link { display: inline-block; margin-inline-start: 24px; color: inherit; text-decoration: underline; }
.form [type=file] { max-width: 100%; font: inherit; color: var(--quiet); }
.form [type=file]::file-selector-button { min-height: 36px; padding: 0 14px; margin-inline-end: 10px; border: 1px solid var(--edge); border-radius: 18px; background: none; color: var(--text); font: inherit; cursor: pointer; }
.form .steps { display: flex; justify-content: space-between; gap: 8px; margin-top: 12px; }
.form .steps .save { margin: 0 0 0 auto; margin-inline: auto 0; height: 38px; padding: 0 18px; }
.form .steps .pill { margin: 0; min-height: 38px; }
`;

export interface FormOptions {
  root: ShadowRoot;
  host: string;
  form: ShownForm;
  t: ReturnType<typeof formTexts>;
  talk: Pick<Talk, 'visitor'>;
  /** Sends the answers, with the words that show until they are stored. */
  send: (answers: Answers, words: string) => void;
  /** Called after each question is drawn, which may need more room than the one before. */
  onDrawn: () => void;
}

const types: Partial<Record<ShownField['kind'], string>> = { email: 'email', phone: 'tel', date: 'date' };
const completes: Partial<Record<ShownField['kind'], AutoFill>> = { email: 'email', phone: 'tel' };

/** Draws the form into `place`. */
export function startForm(place: HTMLElement, { root, host, form, t, talk, send, onDrawn }: FormOptions): void {
  styleOnce(root, styles);
  const values = new Map<string, AnswerValue>();
  const names = new Map<string, string>();
  let at = 0;

  const wordsOf = (fault: AnswerFault): string =>
    'count' in fault ? t(fault.code, { count: fault.count }) : t(fault.code);

  function finish(fields: readonly ShownField[]): void {
    const answers = fields.flatMap(({ id }) => {
      const value = values.get(id);
      const isGiven =
        value !== undefined && value !== '' && value !== false && !(Array.isArray(value) && !value.length);
      return isGiven ? [{ field: id, value }] : [];
    });
    const words = answers.map(({ field, value }) => {
      const { label = '', options = [], kind } = fields.find(({ id }) => id === field) ?? {};
      const textOf = (each: unknown): string =>
        options.find(({ id }) => id === each)?.label ?? names.get(String(each)) ?? String(each);
      return answerLine(label, kind === 'consent' ? t('yes') : [value].flat().map(textOf).join(', '));
    });
    send(answers, words.join('\n') || '–');
  }

  /** Uploads a file at once; the message brings it. */
  async function upload(file: File): Promise<string> {
    const { visitor } = talk;
    if (!visitor) throw new Error('No visitor');
    const { attachment } = await visitor.call<Upload>('POST', uploadsPath, { name: file.name, size: file.size });
    const { token } = await visitor.session();
    await uploadBytes({
      url: `${host}${uploadsPath}/${attachment.id}/content`,
      file,
      headers: { authorization: `Bearer ${token}` },
      isBegun: false,
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
    names.set(attachment.id, file.name);
    return attachment.id;
  }

  function draw(isMoving: boolean): void {
    const fields = askedFields(form.fields, values);
    const field = fields[at];
    if (!field) return;
    const { id, kind, label, help, isRequired, options = [], url, max } = field;
    const value = values.get(id);
    const wrong = make('p', { className: 'status problem', id: `wrong-${id}` });
    wrong.role = 'alert';
    const asked = [label, ...(isRequired ? [] : [' ', make('small', {}, `(${t('optional')})`)])];
    const about = help ? [make('p', { className: 'help', id: `help-${id}`, dir: 'auto' }, help)] : [];
    /** Returns the value as it is entered; rejects where a file can't be sent. */
    let read: () => AnswerValue | undefined | Promise<AnswerValue>;
    let question: HTMLElement;
    if (options.length > 0 || kind === 'consent') {
      const isOne = kind === 'choice' || kind === 'team';
      const given = [value].flat();
      const offered = kind === 'consent' ? [{ id: 'true', label }] : options;
      const inputs = offered.map((option) =>
        make('input', {
          type: isOne ? 'radio' : 'checkbox',
          name: id,
          value: option.id,
          checked: given.some((each) => String(each) === option.id),
        }),
      );
      question = make(
        'fieldset',
        {},
        ...(kind === 'consent' ? [] : [make('legend', { dir: 'auto' }, ...asked)]),
        ...about,
        ...inputs.map((input, index) =>
          make(
            'label',
            { className: 'option', dir: 'auto' },
            input,
            make('span', {}, ...(kind === 'consent' ? asked : [offered[index]?.label ?? ''])),
          ),
        ),
        ...(url
          ? [make('a', { href: url, target: '_blank', rel: 'noopener noreferrer', className: 'link' }, t('about'))]
          : []),
      );
      read = () => {
        const chosen = inputs.filter(({ checked }) => checked).map((input) => input.value);
        return kind === 'consent' ? chosen.length > 0 : isOne ? chosen[0] : chosen;
      };
    } else {
      const input =
        kind === 'long_text'
          ? make('textarea', { rows: 3 })
          : make('input', { type: kind === 'file' ? 'file' : (types[kind] ?? 'text') });
      input.id = `field-${id}`;
      input.setAttribute('aria-describedby', `help-${id} ${wrong.id}`);
      if (input instanceof HTMLInputElement && kind === 'file') {
        input.multiple = max !== 1;
        read = async () => {
          const files = [...(input.files ?? [])];
          return files.length === 0 && Array.isArray(value) ? value : Promise.all(files.map(upload));
        };
      } else {
        input.value = value === undefined ? '' : String(value);
        input.dir = 'auto';
        input.autocomplete = completes[kind] ?? (kind === 'text' ? 'on' : 'off');
        if (kind !== 'date') input.maxLength = fieldTextMaxLength;
        if (kind === 'number') input.inputMode = 'decimal';
        read = () => {
          const text = input.value.trim();
          return kind === 'number' && text !== '' ? Number(text.replace(',', '.')) : text;
        };
      }
      question = make(
        'div',
        {},
        make('label', { className: 'ask', htmlFor: input.id, dir: 'auto' }, ...asked),
        ...about,
        make('div', { className: kind === 'file' ? '' : 'field' }, input),
      );
    }
    const isLast = at === fields.length - 1;
    const back = make('button', { type: 'button', className: 'pill', hidden: at === 0 }, t('back'));
    const next = make('button', { className: 'save' }, t(isLast ? 'send' : 'next'));
    const progress = make('progress', { value: at + 1, max: fields.length });
    progress.ariaHidden = 'true';
    const position = make(
      'div',
      { className: 'at', hidden: fields.length === 1 },
      t('progress', { at: at + 1, count: fields.length }),
      progress,
    );
    const element = make(
      'form',
      { className: 'form', noValidate: true, ariaLabel: form.title },
      position,
      question,
      wrong,
    );
    element.append(make('div', { className: 'steps' }, back, next));
    back.addEventListener('click', () => {
      at -= 1;
      draw(true);
    });
    const go = async (): Promise<void> => {
      next.disabled = true;
      try {
        const given = await read();
        if (given === undefined) values.delete(id);
        else values.set(id, given);
        const fault = answerFault(field, given);
        if (fault) return complain(wordsOf(fault));
      } catch {
        return complain(t('failed'));
      } finally {
        next.disabled = false;
      }
      // An answer decides which fields come next.
      const now = askedFields(form.fields, values);
      at = now.findIndex((each) => each.id === id) + 1;
      if (at >= now.length) finish(now);
      else draw(true);
    };
    function complain(text: string): void {
      wrong.textContent = text;
      const input = element.querySelector<HTMLElement>('input, textarea');
      input?.setAttribute('aria-invalid', 'true');
      input?.focus();
    }
    element.addEventListener('submit', (event) => {
      event.preventDefault();
      void go();
    });
    if (kind === 'long_text')
      element.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
          event.preventDefault();
          element.requestSubmit();
        }
      });
    const heading = make('p', { className: 'name', hidden: !place.closest('.card'), dir: 'auto' }, form.title);
    place.replaceChildren(heading, element);
    onDrawn();
    if (isMoving) element.querySelector<HTMLElement>('input, textarea')?.focus();
  }
  draw(false);
}
