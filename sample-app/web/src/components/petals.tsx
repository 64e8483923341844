import { useMemo } from 'preact/hooks';
import './petals.css';

/** Petals that fall once behind the text, to celebrate a payment. */
export function Petals() {
  const styles = useMemo(() => Array.from({ length: 18 }, randomPetal), []);
  return (
    <div class="petals" aria-hidden="true">
      {styles.map((style) => (
        <i key={style['--x']} style={style} />
      ))}
    </div>
  );
}

function randomPetal() {
  return {
    '--x': `${Math.random() * 100}%`,
    '--wait': `${Math.random() * 0.9}s`,
    '--time': `${2.2 + Math.random() * 1.8}s`,
    '--turn': `${180 + Math.random() * 540}deg`,
    '--drift': `${Math.random() * 8 - 4}rem`,
  };
}
