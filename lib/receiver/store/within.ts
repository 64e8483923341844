/** What a server's promise gives, if it does so in time. What it stands for goes on all the same. */
export async function within<T>(
  milliseconds: number,
  server: string,
  promise: Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const late = () =>
      reject(new Error(`${server} did not answer within ${milliseconds / 1000} s`));
    timer = setTimeout(late, milliseconds);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
