import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';
import './button.css';

/** primary: the main action of a page; sun: the demo; ghost: other actions; quiet: rare or destructive ones. */
export type ButtonKind = 'primary' | 'sun' | 'ghost' | 'quiet';

interface LookProps {
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}

interface ButtonProps extends LookProps, Omit<ButtonHTMLAttributes, 'icon' | 'children' | 'class'> {
  /** The action is running; see `useAction`. The button keeps the focus, and a click does nothing. */
  readonly isBusy?: boolean;
}

export function Button({
  kind = 'ghost',
  icon,
  isBusy = false,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      class={`button ${kind}`}
      aria-busy={isBusy ? 'true' : undefined}
      onClick={isBusy ? undefined : onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface ButtonLinkProps extends LookProps {
  readonly href: string;
  /** File name. The link then downloads a file instead of opening a page. */
  readonly download?: string;
}

/** A link that looks like a button. */
export function ButtonLink({ kind = 'ghost', icon, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} class={`button ${kind}`}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}
