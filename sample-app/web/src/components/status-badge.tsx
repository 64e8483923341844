import type { ComponentChildren } from 'preact';
import './status-badge.css';

/** waiting: something is expected; good: paid, active; bad: failed, needs a person; neutral: ended. */
export type Tone = 'waiting' | 'good' | 'bad' | 'neutral';

interface StatusBadgeProps {
  readonly tone: Tone;
  readonly children: ComponentChildren;
}

/** A status in words, with a color that repeats it. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span class={`badge ${tone}`}>
      <span class="badge-dot" aria-hidden="true" />
      {children}
    </span>
  );
}
