import { useEffect, useState } from 'preact/hooks';
import { serverNow } from '../api/call.js';
import { formatClock } from '../text/dates.js';
import './countdown.css';

/** Milliseconds before the end from which the time is shown in the color of alarms. */
const HURRY = 60_000;

interface CountdownProps {
  /** Instants (RFC 3339) at which the time began, and ends. */
  readonly from: string;
  readonly until: string;
}

/** The time that is left to pay. It only informs: the shop decides when a charge has expired. */
export function Countdown({ from, until }: CountdownProps) {
  const now = useNow(250);
  const left = Math.max(Date.parse(until) - now, 0);
  const share = Math.min(left / (Date.parse(until) - Date.parse(from)), 1);
  return (
    <div class={left < HURRY ? 'countdown hurry' : 'countdown'}>
      <span class="track">
        <span class="bar" style={{ '--left': String(share) }} />
      </span>
      {left > 0 ? (
        <span>
          Expira em{' '}
          <time id="countdown" role="timer">
            {formatClock(Math.ceil(left / 1000))}
          </time>
        </span>
      ) : (
        <span>O prazo acabou. Confirmando com o banco…</span>
      )}
    </div>
  );
}

function useNow(interval: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
