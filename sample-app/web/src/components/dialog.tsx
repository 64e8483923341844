import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.js';
import './dialog.css';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** What happens, in words. */
  readonly children: ComponentChildren;
  /** Text of the button that does it: "Sim, cancelar". */
  readonly confirm: string;
  /** Text of the button that leaves everything as it is: "Manter pedido". It has the focus first. */
  readonly keep: string;
  readonly onConfirm: () => void;
  /** Called when the dialog closes, also with Esc. Set `isOpen` to `false` here. */
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. The browser returns the focus to the button that opened the dialog. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirm,
  keep,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the next event: a press of the button right after Esc must find the dialog as its state says.
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // The event of an earlier close may arrive after the dialog was opened again.
        if (!currentTarget.open) onClose();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div class="dialog-text">{children}</div>
      <div class="actions">
        <Button kind="primary" onClick={onClose}>
          {keep}
        </Button>
        <Button
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
      </div>
    </dialog>
  );
}
