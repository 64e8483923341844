import { useState } from 'preact/hooks';
import type { Query } from '../api/call.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import './filters.css';

/** A filter with a list of values. */
export interface Choice {
  /** Name in the query. */
  readonly name: string;
  readonly label: string;
  /** Values with their texts. */
  readonly options: Readonly<Record<string, string>>;
}

type Values = Readonly<Record<string, string>>;

interface FiltersProps {
  readonly values: Values;
  readonly choices: readonly Choice[];
  readonly searchHint: string;
  readonly isLoading: boolean;
  readonly onChange: (values: Query) => void;
}

/** Search, filters and period of a list. They take effect together. */
export function Filters({ values, choices, searchHint, isLoading, onChange }: FiltersProps) {
  const [draft, setDraft] = useState<Values>(values);
  const set = (name: string) => (event: { readonly currentTarget: { readonly value: string } }) =>
    setDraft({ ...draft, [name]: event.currentTarget.value });
  return (
    <form
      class="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(draft);
      }}
    >
      <Field label="Busca" hint={searchHint}>
        {(control) => (
          <input
            {...control}
            type="search"
            maxLength={80}
            value={draft.busca ?? ''}
            onInput={set('busca')}
          />
        )}
      </Field>
      {choices.map(({ name, label, options }) => (
        <Field key={name} label={label}>
          {(control) => (
            <select {...control} value={draft[name] ?? ''} onChange={set(name)}>
              <option value="">Qualquer</option>
              {Object.entries(options).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
      {PERIOD.map(({ name, label }) => (
        <Field key={name} label={label}>
          {(control) => (
            <input {...control} type="date" value={draft[name] ?? ''} onInput={set(name)} />
          )}
        </Field>
      ))}
      <div class="filters-actions">
        <Button kind="primary" type="submit" isBusy={isLoading}>
          Filtrar
        </Button>
        <Button kind="quiet" onClick={() => onChange({})}>
          Limpar
        </Button>
      </div>
    </form>
  );
}

const PERIOD = [
  { name: 'de', label: 'De' },
  { name: 'ate', label: 'Até' },
] as const;
