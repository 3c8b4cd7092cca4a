import styles from './edit-field.module.css';

interface EditFieldProps {
  label: string;
  value: string;
  isInvalid?: boolean;
  onChange: (text: string) => void;
  onSave: () => void;
  onLeave: () => void;
}

/** Puts the caret at the end of the text. */
function begin(area: HTMLTextAreaElement | null): void {
  area?.focus();
  area?.setSelectionRange(area.value.length, area.value.length);
}

/** Edits a text in its place: Enter saves, Shift+Enter makes a line, Escape leaves. */
export function EditField({ label, value, isInvalid = false, onChange, onSave, onLeave }: EditFieldProps) {
  return (
    <textarea
      ref={begin}
      dir="auto"
      className={styles.field}
      rows={Math.min(8, value.split('\n').length + 1)}
      aria-label={label}
      aria-invalid={isInvalid}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave();
        if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onSave();
      }}
    />
  );
}
