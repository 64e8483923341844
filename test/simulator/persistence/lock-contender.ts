import { StateFolder } from '../../../devkit/simulator/persistence/state-folder.js';

/** Opens the folder at the given instant, and sends the result. The folder stays open. */
process.on('message', ({ at, folder }: { at: number; folder: string }) => {
  while (Date.now() < at);
  void attempt(folder).then((result) => process.send?.(result));
});
process.send?.('ready');

async function attempt(folder: string): Promise<string> {
  try {
    await StateFolder.open(folder);
    return 'has it';
  } catch (error) {
    return (error as Error).message.includes('uses the same state folder')
      ? 'refused'
      : String(error);
  }
}
