import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Action } from '../hooks/use-action.js';
import { Alert } from './alert.js';
import './field.css';

/** What an input needs to belong to its label, hint and error. Spread it: `{...control}`. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly children: (control: FieldControl) => ComponentChildren;
}

/** A label with its input, select or textarea, a hint and an error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : 'true',
      })}
      {hint !== undefined && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

interface FormAlertProps {
  readonly action: Pick<Action<never>, 'error' | 'fields'>;
  /** The names of the fields that show their own errors. */
  readonly names: readonly string[];
}

/** Why a form was refused. What is wrong with a field is said at the field, and the first one gets the focus. */
export function FormAlert({ action: { error, fields }, names }: FormAlertProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const wrong = place.current?.closest('form')?.querySelector('[aria-invalid]');
    if (wrong instanceof HTMLElement) wrong.focus();
  }, [fields]);
  const found = Object.keys(fields);
  const isAtFields = found.length > 0 && found.every((name) => names.includes(name));
  return (
    <div ref={place}>
      <Alert message={isAtFields ? 'Confira os campos marcados.' : error} />
    </div>
  );
}

interface InputFieldProps extends Omit<FieldProps, 'children'>, Omit<InputHTMLAttributes, 'label'> {
  /** Receives the text after each change. */
  readonly onType?: (text: string) => void;
}

/** A {@link Field} with an input. */
export function InputField({ label, hint, error, onType, ...input }: InputFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          {...(input as object)}
          onInput={({ currentTarget }) => onType?.(currentTarget.value)}
        />
      )}
    </Field>
  );
}
