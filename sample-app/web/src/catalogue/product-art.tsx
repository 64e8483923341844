import type { ComponentType } from 'preact';
import './product-art.css';

/** The drawing of a product, if there is one. */
export function ProductArt({ id }: { readonly id: string }) {
  const art = ARTS[id];
  if (!art) return null;
  const { name, Drawing } = art;
  return (
    <div class={`art art-${name}`}>
      <svg viewBox="0 0 240 180" aria-hidden="true">
        <Drawing />
      </svg>
    </div>
  );
}

const ARTS: Readonly<Record<string, { readonly name: string; readonly Drawing: ComponentType }>> = {
  'camiseta-ipe': { name: 'shirt', Drawing: Shirt },
  'cafe-da-serra': { name: 'coffee', Drawing: Coffee },
  'caneca-esmaltada': { name: 'mug', Drawing: Mug },
  'sacola-de-feira': { name: 'tote', Drawing: Tote },
};

function Shirt() {
  return (
    <>
      <path class="cloth" d="M86 30c9 13 59 13 68 0l38 19-15 33-17-7v79H80V75l-17 7-15-33z" />
      <path class="seam" d="M86 30c9 18 59 18 68 0M80 75V60M160 75V60" />
      <use href="#ipe" x="95" y="72" width="50" height="50" />
    </>
  );
}

function Coffee() {
  return (
    <>
      <path class="pack" d="M83 40h74l7 118H76z" />
      <path class="fold" d="M83 40h74l1.400 22H81.600z" />
      <path class="crimp" d="M80 27h80v14H80z" />
      <rect class="label" x="92" y="82" width="56" height="54" rx="6" />
      <g class="bean" transform="rotate(28 120 104)">
        <ellipse cx="120" cy="104" rx="11" ry="16" />
        <path d="M120 89c-6 8 6 20 0 30" />
      </g>
      <path class="line" d="M104 128h32" />
    </>
  );
}

function Mug() {
  return (
    <>
      <path class="steam" d="M99 44c-8-11 8-14 0-26M121 44c-8-11 8-14 0-26" />
      <path class="handle" d="M152 76h13a21 21 0 0 1 0 48h-13" />
      <path class="cup" d="M68 58h86v76a18 18 0 0 1-18 18H86a18 18 0 0 1-18-18z" />
      <path class="rim" d="M66 54h90v8H66z" />
      <use href="#ipe" x="89" y="82" width="44" height="44" />
    </>
  );
}

function Tote() {
  return (
    <>
      <path class="strap" d="M96 72V50a24 24 0 0 1 48 0v22" />
      <path class="tote" d="M72 66h96l7 90H65z" />
      <path class="hem" d="M72 66h96l.9 11H71.200z" />
      <path class="leaf" d="M120 138c-26-8-24-36-2-44 8 16 22 28 2 44zM119 138V108" />
    </>
  );
}
