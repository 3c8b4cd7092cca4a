import { Box, Field, Input, NativeSelect, Switch, Textarea } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';

/** For `ref`: focuses the field when it appears, because the user has just asked for it. */
export const focusAtFirst = (field: HTMLInputElement | null): void => field?.focus();

interface Labelled {
  label: string;
  hint?: ReactNode;
  /** Shown beside the field, and read with it by screen readers. */
  error?: string | undefined;
}

interface FrameProps extends Labelled {
  required?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

function Frame({ label, hint, error, required, disabled, children }: FrameProps) {
  return (
    <Field.Root invalid={error !== undefined} required={required ?? false} disabled={disabled ?? false} gap="1">
      <Field.Label fontSize="sm">{label}</Field.Label>
      {children}
      {hint && !error && (
        <Field.HelperText fontSize="xs" color="fg.muted">
          {hint}
        </Field.HelperText>
      )}
      {error && <Field.ErrorText fontSize="xs">{error}</Field.ErrorText>}
    </Field.Root>
  );
}

type InputProps = Omit<ComponentProps<typeof Input>, 'children'>;

/** A labelled line of text. */
export function TextField({ label, hint, error, required, ...rest }: Labelled & InputProps) {
  return (
    <Frame label={label} hint={hint} error={error} required={required ?? false}>
      <Input {...rest} />
    </Frame>
  );
}

/** Labelled text of several lines; its actions are between the two. */
export function TextArea({
  label,
  hint,
  error,
  tools,
  ...rest
}: Labelled & { tools?: ReactNode } & Omit<ComponentProps<typeof Textarea>, 'children'>) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {tools}
      <Textarea dir="auto" {...rest} />
    </Frame>
  );
}

interface SelectProps<V extends string> {
  value: V;
  options: readonly (V | { value: V; label: string })[];
  onChange: (value: V) => void;
  disabled?: boolean;
  'aria-label'?: string;
  'aria-keyshortcuts'?: string;
}

/** Select for places that show its label elsewhere; the label goes into `aria-label` too. */
export function Select<V extends string>({ value, options, onChange, disabled, ...rest }: SelectProps<V>) {
  const choices = options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
  return (
    <NativeSelect.Root size="sm" disabled={disabled ?? false}>
      <NativeSelect.Field
        {...rest}
        value={value}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.currentTarget.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

/** A labelled choice of one. */
export function SelectField<V extends string>(props: Labelled & Omit<SelectProps<V>, 'aria-label'>) {
  const { label, hint, error, value, options, onChange, disabled } = props;
  return (
    <Frame label={label} hint={hint} error={error} disabled={disabled ?? false}>
      <Select value={value} options={options} onChange={onChange} disabled={disabled ?? false} />
    </Frame>
  );
}

interface SwitchFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A labelled switch, label first. */
export function SwitchField({ label, hint, checked, onChange, disabled }: SwitchFieldProps) {
  return (
    <Switch.Root
      size="sm"
      display="flex"
      justifyContent="space-between"
      alignItems="flex-start"
      gap="4"
      checked={checked}
      disabled={disabled ?? false}
      onCheckedChange={(change) => onChange(change.checked)}
    >
      <Switch.HiddenInput />
      <Switch.Label fontWeight="500" textStyle="sm">
        {label}
        {hint && (
          <Box as="span" display="block" fontWeight="400" color="fg.muted">
            {hint}
          </Box>
        )}
      </Switch.Label>
      <Switch.Control mt="0.5" />
    </Switch.Root>
  );
}
