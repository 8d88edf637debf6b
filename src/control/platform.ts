/** A global as the user's own compiler knows it, if it does: our types ask for neither the DOM nor @types/node. */
type Known<N extends string> = typeof globalThis extends Readonly<Record<N, infer T>> ? T : unknown;

export type Fetch = Known<"fetch">;

export type Signal = Known<"AbortSignal"> extends { readonly prototype: infer S } ? S : unknown;

// What `await using` asks for. The compiler's own library for it promises more, such as DisposableStack, than Node 20 has.
declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
    readonly asyncDispose: unique symbol;
  }
  interface Disposable {
    [Symbol.dispose](): void;
  }
  interface AsyncDisposable {
    [Symbol.asyncDispose](): PromiseLike<void>;
  }
}
