/** Results in the order of the items, with up to `limit` of them being worked on at once. */
export async function* workAhead<Item, Result>(
  items: Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending: Promise<Result>[] = [];
  for (const item of items) {
    const result = work(item);
    // Awaited later; when the caller stops before that, a failure has nobody left to tell.
    result.catch(() => undefined);
    pending.push(result);
    const oldest = pending.length >= limit ? pending.shift() : undefined;
    if (oldest !== undefined) yield await oldest;
  }
  for (const result of pending) yield await result;
}
