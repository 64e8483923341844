/** Returns a command that runs another one as root: directly, or by sudo without a password. */
export function asRoot(...command: string[]): [name: string, args: string[]] {
  const [name = '', ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command];
  return [name, args];
}
