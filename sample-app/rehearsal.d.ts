export function perform(
  action: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<string>;
