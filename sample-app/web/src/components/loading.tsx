import type { ComponentChildren } from 'preact';
import type { Loaded } from '../hooks/use-loaded.js';
import { Button } from './button.js';
import './alert.css';
import './loading.css';

interface LoadingProps<T> {
  readonly loaded: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** Shows data when it is there, and a failure with a button that tries again. */
export function Loading<T>({ loaded, children }: LoadingProps<T>) {
  const { data, error, isLoading, reload } = loaded;
  return (
    <>
      {error !== undefined && (
        <div class="notice" role="alert">
          <p>{error}</p>
          <Button isBusy={isLoading} onClick={() => void reload()}>
            Tentar de novo
          </Button>
        </div>
      )}
      {data === undefined && error === undefined && <Waiting />}
      {data !== undefined && children(data)}
    </>
  );
}

/** Says that something is being loaded, if that takes longer than a moment. */
export function Waiting() {
  return (
    <p class="loading-text" role="status">
      Carregando…
    </p>
  );
}
