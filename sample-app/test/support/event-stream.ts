import { get, type IncomingMessage } from 'node:http';

/** Yields the messages of a server-sent event stream as they arrive. */
export async function* eventStream<T>(url: string): AsyncGenerator<T> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { accept: 'text/event-stream' } }, resolve).on('error', reject);
  });
  const type = response.headers['content-type'];
  if (response.statusCode !== 200 || type !== 'text/event-stream') {
    response.destroy();
    throw new Error(`Not a stream: ${String(response.statusCode)} ${String(type)}`);
  }
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const blocks = (text + String(chunk)).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '));
      if (data) yield JSON.parse(data.slice('data: '.length)) as T;
    }
  }
}

/** Collects all messages until the shop ends the stream. */
export async function drain<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const messages: T[] = [];
  for await (const message of stream) messages.push(message);
  return messages;
}
