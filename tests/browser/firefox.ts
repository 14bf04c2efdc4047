import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findTool } from '../judges/requires.ts';

/** What Firefox calls itself on this machine. */
export const firefoxProgram: string | undefined = findTool('firefox-esr') ?? findTool('firefox');

const startMs = 40_000;

/**
 * A Firefox without a window, driven through Marionette, the protocol under geckodriver: messages are
 * `LENGTH:JSON` over TCP, requests [0, id, command, parameters], answers [1, id, error, result].
 */
export class Firefox implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #received: Buffer = Buffer.alloc(0);
  #lastId = 0;

  private constructor(process: ChildProcess, folder: string, socket: Socket) {
    this.#process = process;
    this.#folder = folder;
    this.#socket = socket;
    socket.on('data', (piece) => this.#take(piece));
  }

  static async start(): Promise<Firefox> {
    const folder = mkdtempSync(join(tmpdir(), 'plateau-firefox-'));
    const port = await freePort();
    const settings = {
      'marionette.port': port,
      'browser.shell.checkDefaultBrowser': false,
      'datareporting.policy.dataSubmissionEnabled': false,
      'toolkit.telemetry.reportingpolicy.firstRun': false,
      'app.update.enabled': false,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
      'extensions.update.enabled': false,
    };
    const lines = Object.entries(settings).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    writeFileSync(join(folder, 'user.js'), lines.join(''));
    const args = ['--headless', '--no-remote', '--profile', folder, '--marionette'];
    // For its console, which only the browser itself may read; before Firefox 138 nobody asked for it.
    args.push('-remote-allow-system-access', 'about:blank');
    const env = { ...process.env, HOME: folder, MOZ_CRASHREPORTER_DISABLE: '1' };
    const running = spawn(firefoxProgram ?? 'firefox', args, { stdio: 'ignore', env });
    const firefox = new Firefox(running, folder, await connectTo(port));
    await firefox.command('WebDriver:NewSession', {});
    return firefox;
  }

  async open(address: string): Promise<void> {
    await this.command('WebDriver:Navigate', { url: address });
  }

  /** Runs the body of a function in the page and gives what it returns. */
  async evaluate(body: string): Promise<unknown> {
    return await this.#execute('content', body);
  }

  async resize(width: number, height: number): Promise<void> {
    await this.command('WebDriver:SetWindowRect', { width, height });
  }

  /** Until the expression is true in the page. */
  async waitFor(expression: string, timeoutMs = 60_000): Promise<void> {
    const endMs = Date.now() + timeoutMs;
    while ((await this.evaluate(`return Boolean(${expression})`)) !== true) {
      if (Date.now() > endMs) throw new Error(`never true in Firefox: ${expression}`);
      await sleep(50);
    }
  }

  /** What the console shows of pages: errors of scripts, refusals of the policy. */
  async errors(): Promise<string[]> {
    const body = `return Services.console.getMessageArray()
      .filter((each) => each instanceof Ci.nsIScriptError && !(each.flags & Ci.nsIScriptError.warningFlag))
      .filter((each) => /^(file|http|blob):/.test(each.sourceName) || /CSP|Content-Security/i.test(each.category))
      .map((each) => each.errorMessage + ' at ' + each.sourceName + ':' + each.lineNumber)`;
    return (await this.#execute('chrome', body)) as string[];
  }

  /** PNG of what is visible. */
  async screenshot(): Promise<Buffer> {
    const answer = await this.command('WebDriver:TakeScreenshot', { full: false });
    return Buffer.from((answer as { value: string }).value, 'base64');
  }

  async command(name: string, parameters: object): Promise<unknown> {
    const id = ++this.#lastId;
    const text = JSON.stringify([0, id, name, parameters]);
    const [, , error, result] = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
    if (error !== null) throw new Error(`Firefox refused ${name}: ${JSON.stringify(error)}`);
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    await Promise.race([this.command('Marionette:Quit', { flags: ['eForceQuit'] }), ended]);
    await Promise.race([ended, sleep(5000)]);
    this.#process.kill('SIGKILL');
    this.#socket.destroy();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #execute(context: 'content' | 'chrome', script: string): Promise<unknown> {
    await this.command('Marionette:SetContext', { value: context });
    const answer = await this.command('WebDriver:ExecuteScript', { script, args: [] });
    return (answer as { value: unknown }).value;
  }

  #take(piece: Buffer): void {
    this.#received = Buffer.concat([this.#received, piece]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const length = Number(this.#received.subarray(0, colon).toString());
      if (colon < 0 || this.#received.length < colon + 1 + length) return;
      const message = this.#received.subarray(colon + 1, colon + 1 + length).toString();
      this.#received = this.#received.subarray(colon + 1 + length);
      const answer = JSON.parse(message) as Answer | { readonly marionetteProtocol: number };
      // The first message is a greeting.
      if (!('marionetteProtocol' in answer)) this.#waiting.get(answer[1])?.(answer);
    }
  }
}

type Answer = readonly [type: 1, id: number, error: object | null, result: unknown];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function connectTo(port: number): Promise<Socket> {
  const endMs = Date.now() + startMs;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return socket;
    if (Date.now() > endMs) throw new Error('Firefox did not start');
    await sleep(200);
  }
}
