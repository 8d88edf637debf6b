/** Does work side by side; results are in the order of the work. @param isOver whether no more is to be begun */
export async function inPool<Work, Result>(
  jobs: number,
  work: Iterable<Work>,
  act: (each: Work) => Promise<Result>,
  isOver: () => boolean,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = work[Symbol.iterator]();
  let begun = 0;
  let failure: { readonly error: unknown } | undefined;
  const worker = async () => {
    while (failure === undefined && !isOver()) {
      const { done, value } = rest.next();
      if (done) return;
      const place = begun;
      begun += 1;
      try {
        results[place] = await act(value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  if (failure !== undefined) throw failure.error;
  return results;
}

/** One of each in turn, until both are at their end. */
export function* inTurn<Work>(one: Iterable<Work>, other: Iterable<Work>): Generator<Work> {
  const left = [one[Symbol.iterator](), other[Symbol.iterator]()];
  while (left.length > 0) {
    const each = left.shift() as Iterator<Work>;
    const { done, value } = each.next();
    if (done) continue;
    left.push(each);
    yield value;
  }
}
