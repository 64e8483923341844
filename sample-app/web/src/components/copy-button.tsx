import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.js';

/** Milliseconds that the button says what happened. */
const SHOWN = 2_500;

interface CopyButtonProps {
  readonly text: string;
  /** Selects the text for the person where the browser does not let the page copy. */
  readonly onRefused: () => void;
}

/** Copies a text to the clipboard and says so. */
export function CopyButton({ text, onRefused }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'selected'>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    const isCopied = await writeToClipboard(text);
    if (!isCopied) onRefused();
    setOutcome(isCopied ? 'copied' : 'selected');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOutcome(undefined), SHOWN);
  };
  return (
    <Button icon={outcome === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
      <span aria-live="polite">{LABELS[outcome ?? 'ready']}</span>
    </Button>
  );
}

/** Shares the address of this page by the apps of a phone, or copies it where there are none. */
export function ShareButton() {
  const [isCopied, setCopied] = useState(false);
  const share = async () => {
    const { href } = location;
    if ('share' in navigator) await navigator.share({ title: document.title, url: href });
    else setCopied(await writeToClipboard(href));
  };
  return (
    // A person who closes the list of apps has changed their mind.
    <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void share().catch(() => undefined)}>
      <span aria-live="polite">{isCopied ? 'Link copiado!' : 'Compartilhar'}</span>
    </Button>
  );
}

const LABELS = { ready: 'Copiar', copied: 'Copiado!', selected: 'Selecionado' } as const;

/** Returns whether the browser allowed it. It has no clipboard without https, except on this machine. */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
