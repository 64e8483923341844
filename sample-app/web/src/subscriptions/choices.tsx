import { useId } from 'preact/hooks';

interface Option<Id> {
  readonly id: Id;
  readonly title: string;
  readonly text: string;
  /** At the right, such as a price. */
  readonly side?: string;
}

interface ChoicesProps<Id> {
  readonly legend: string;
  readonly options: readonly Option<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** One choice of several, each with an explanation. */
export function Choices<Id extends string>({ legend, options, value, onChange }: ChoicesProps<Id>) {
  const name = useId();
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {options.map(({ id, title, text, side }) => (
        <label key={id} class="choice">
          <input
            type="radio"
            name={name}
            value={id}
            checked={id === value}
            onChange={() => onChange(id)}
          />
          <strong>{title}</strong>
          <span>{side}</span>
          <small>{text}</small>
        </label>
      ))}
    </fieldset>
  );
}
