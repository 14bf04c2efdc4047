import { spawn } from 'node:child_process';

/**
 * Asks the desktop to show an address: the programs of $BROWSER in order, else xdg-open. True when one
 * was started; whether it then shows anything is between it and the desktop.
 */
export async function openBrowser(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const chosen = (env['BROWSER'] ?? '').split(':').filter((word) => word !== '');
  for (const command of chosen.length > 0 ? chosen : ['xdg-open']) {
    const words = command.split(' ').filter((word) => word !== '');
    const placed = words.map((word) => word.replaceAll('%s', () => address));
    const [program = '', ...args] = command.includes('%s') ? placed : [...words, address];
    if (await starts(program, args, env)) return true;
  }
  return false;
}

/** How long a program may take to fail before it counts as started. */
const settleMs = 400;

function starts(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  return new Promise((resolve) => {
    // Its own group: Ctrl-C ends the server and leaves the browser open.
    const child = spawn(program, args, { stdio: 'ignore', detached: true, env });
    const settled = setTimeout(() => resolve(true), settleMs);
    settled.unref();
    child.once('error', () => resolve(false));
    child.once('exit', (status) => resolve(status === 0));
    child.unref();
  });
}
