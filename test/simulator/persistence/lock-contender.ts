import { lockFolder } from '../../../devkit/simulator/persistence/state-folder.js';

/** Tries to lock at the given instant, and sends the result. */
process.on('message', ({ at, lock }: { at: number; lock: string }) => {
  while (Date.now() < at);
  process.send?.(attempt(lock));
});
process.send?.('ready');

function attempt(lock: string): string {
  try {
    lockFolder(lock);
    return 'has it';
  } catch (error) {
    return (error as Error).message.includes('uses the same state folder')
      ? 'refused'
      : String(error);
  }
}
