import { type ComponentChild, type ComponentChildren, render } from 'preact';
import { Sprites } from './sprites.js';
import './theme.css';
import './base.css';
import './layout.css';

interface LayoutProps {
  /** Where the name of the shop leads to. */
  readonly home: string;
  /** At the right of the header: navigation, badges, buttons. */
  readonly side?: ComponentChildren;
  readonly footer?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Replaces what the HTML shows without scripts by the application. */
export function startApp(app: ComponentChild): void {
  const root = document.querySelector('#app');
  if (!root) return;
  root.replaceChildren();
  render(app, root);
}

/** The frame of every page. */
export function Layout({ home, side, footer, children }: LayoutProps) {
  return (
    <>
      <Sprites />
      <a class="skip" href="#conteudo">
        Pular para o conteúdo
      </a>
      <header class="top">
        <a class="brand" href={home} aria-label="Loja Ipê, início">
          <svg class="flower" aria-hidden="true">
            <use href="#ipe" />
          </svg>
          <span>Loja Ipê</span>
        </a>
        {side !== undefined && <div class="top-side">{side}</div>}
      </header>
      <main id="conteudo" tabIndex={-1}>
        {children}
      </main>
      <footer class="foot">{footer}</footer>
    </>
  );
}
