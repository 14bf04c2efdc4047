export interface QuestionEvents<Request, Answer> {
  ask(request: Request, signal: AbortSignal): Promise<Answer>;
  onPending(): void;
  /** `isLast`: no newer question waits. */
  onAnswer(answer: Answer, isLast: boolean): void;
  onError(error: unknown, isLast: boolean): void;
  /** What was asked is no longer wanted. */
  onIdle(): void;
}

/** Keeps one question on its way and of those that come meanwhile only the newest. */
export class LatestQuestion<Request, Answer> {
  readonly #events: QuestionEvents<Request, Answer>;
  #asked = '';
  #stop: AbortController | null = null;
  #next: Request | null = null;
  #hasNext = false;

  constructor(events: QuestionEvents<Request, Answer>) {
    this.#events = events;
  }

  /** The same question again is not asked again. */
  ask(request: Request | null): void {
    if (request === null) {
      this.stop();
      return;
    }
    const id = questionId(request);
    if (id === this.#asked) return;
    this.#asked = id;
    if (this.#stop !== null) {
      this.#next = request;
      this.#hasNext = true;
      return;
    }
    this.#events.onPending();
    this.#send(request);
  }

  stop(): void {
    this.#asked = '';
    this.#hasNext = false;
    this.#next = null;
    if (this.#stop === null) return;
    this.#stop.abort();
    this.#stop = null;
    this.#events.onIdle();
  }

  #send(request: Request): void {
    const stop = new AbortController();
    this.#stop = stop;
    this.#events.ask(request, stop.signal).then(
      (answer) => this.#settle(stop, (isLast) => this.#events.onAnswer(answer, isLast)),
      (error: unknown) => this.#settle(stop, (isLast) => this.#events.onError(error, isLast)),
    );
  }

  #settle(stop: AbortController, tell: (isLast: boolean) => void): void {
    if (this.#stop !== stop) return;
    this.#stop = null;
    const next = this.#next;
    const hasNext = this.#hasNext;
    this.#hasNext = false;
    this.#next = null;
    // Asked before the answer is shown: the worker calculates while the page draws.
    if (hasNext && next !== null) this.#send(next);
    tell(!hasNext);
  }
}

function questionId(request: unknown): string {
  return JSON.stringify(request, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}
