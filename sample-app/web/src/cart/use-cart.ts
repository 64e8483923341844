import { useEffect, useReducer } from 'preact/hooks';
import { Cart } from './cart.js';

const cart = new Cart(openStorage());
addEventListener('storage', ({ key }) => cart.readStored(key));

/** Browsers can forbid storage, and then fail already here. */
function openStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** The cart of this browser. Renders again after each of its changes. */
export function useCart(): Cart {
  const [, render] = useReducer<number, undefined>((count) => count + 1, 0);
  useEffect(() => cart.subscribe(() => render(undefined)), []);
  return cart;
}
