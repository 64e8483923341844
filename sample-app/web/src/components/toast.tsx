import { type ComponentChildren, createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import './toast.css';

/** Shows a text about what has just succeeded: "R$ 37,00 devolvidos." Without a text, removes it. */
type ShowToast = (text?: string) => void;

const ToastContext = createContext<ShowToast>(() => undefined);

export const useToast = (): ShowToast => useContext(ToastContext);

/** Holds the live region of a page. The text stays until it is replaced or closed, because it may be about money. */
export function ToastProvider({ children }: { readonly children: ComponentChildren }) {
  const [text, setText] = useState<string>();
  return (
    <ToastContext.Provider value={setText}>
      {children}
      <div class="toasts" role="status">
        {text !== undefined && (
          <div class="toast">
            <p>{text}</p>
            <button type="button" aria-label="Fechar aviso" onClick={() => setText(undefined)}>
              ×
            </button>
          </div>
        )}
      </div>
    </ToastContext.Provider>
  );
}
