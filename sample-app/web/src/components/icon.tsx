/** Names of the symbols in layout/sprites.tsx. */
export type IconName = 'bag' | 'copy' | 'check' | 'cross' | 'clock' | 'bank';

/** A line drawing of the size of the text around it. Decoration: the text beside it says what it means. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  );
}
