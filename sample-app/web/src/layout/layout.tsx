import type { ComponentChildren } from 'preact';
import { Sprites } from './sprites.js';
import { ThemeSwitch } from './theme-switch.js';
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
      <footer class="foot">
        {footer}
        <ThemeSwitch />
      </footer>
    </>
  );
}
