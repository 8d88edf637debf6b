import { ExpectationError } from "./control/requests/expectation.ts";
import { DataFolderError } from "./durable/data-folder-error.ts";
import { ControlError } from "./emulation/problem.ts";
import { NoReferenceError } from "./explore/no-reference.ts";
import type { OnError } from "./pipeline/stages.ts";
import { FixtureError } from "./seeding/fixture/error.ts";
import { ListenError } from "./server/listen-error.ts";

/** What the library throws on purpose. Anything else is a mistake of its own, which keeps its trace. */
const refusals = [
  ControlError,
  DataFolderError,
  ExpectationError,
  FixtureError,
  ListenError,
  NoReferenceError,
];

type Act = (...given: never[]) => unknown;

export class Lifetime {
  readonly #asked: () => void;
  #isOver = false;

  /** @param asked called before whatever is asked */
  constructor(asked: () => void) {
    this.#asked = asked;
  }

  end(): void {
    this.#isOver = true;
  }

  /** @param from where its trace begins @throws ControlError once it is over */
  readonly requireOpen: (from?: Act) => void = (from = this.requireOpen) => {
    if (!this.#isOver) return this.#asked();
    const what = "the emulator is closed: use it before close(), or create another";
    const error = new ControlError(what, "", { kind: "unavailable" });
    Error.captureStackTrace(error, from);
    throw error;
  };
}

/** An act as a user calls it. The trace of a refusal begins at their call, since the mistake is there. */
export function called<F extends Act>(act: F, requireOpen = () => {}): F {
  const asCalled = (...given: never[]): unknown => {
    const here: { stack?: string } = {};
    try {
      requireOpen();
      const found = act(...given);
      if (!(found instanceof Promise)) return isFace(found) ? faceOf(found, requireOpen) : found;
      Error.captureStackTrace(here, asCalled);
      return found.catch((error: unknown) => {
        throw isRefusal(error) ? tracedFrom(error, here.stack) : error;
      });
    } catch (error) {
      if (isRefusal(error)) Error.captureStackTrace(error, asCalled);
      if (act instanceof AsyncFunction) return Promise.reject(error as Error);
      /*! Nothing caught this: see the trace below, which begins at your call. */
      throw error;
    }
  };
  /*! Node shows the line of an uncaught error: these comments keep it short when everything else is one line. */
  return asCalled as F;
}

/** An object whose functions are `called`, and so are those of the objects that they return. @param made is that object, with members of its own */
export function faceOf<T extends object, O extends object>(
  face: T,
  requireOpen: () => void,
  made: O = {} as O,
): T & O {
  for (const name of Reflect.ownKeys(face)) {
    const member = Object.getOwnPropertyDescriptor(face, name) as PropertyDescriptor;
    const { value, enumerable = true, configurable = true } = member;
    // What ends it by `await using` may end it twice.
    if (typeof value === "function" && typeof name === "string")
      member.value = called(value, requireOpen);
    // Made when it is asked for: most tests ask a sandbox for one or two of them.
    let part: object | undefined;
    const get = () => (part ??= faceOf(value, requireOpen));
    Object.defineProperty(made, name, isFace(value) ? { get, enumerable, configurable } : member);
  }
  return made as T & O;
}

/** Whether a value is there to be asked: a plain object with functions. */
const isFace = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.values(value).some((member) => typeof member === "function");

const isRefusal = (error: unknown): error is Error =>
  refusals.some((refusal) => error instanceof refusal);

/** What is refused later has the trace of when it was asked. */
function tracedFrom(error: Error, trace = ""): Error {
  const frames = trace.slice(trace.indexOf("\n") + 1);
  error.stack = `${error.name}: ${error.message}\n${frames}`;
  return error;
}

const AsyncFunction = (async () => {}).constructor as new () => Act;

/** Prints an internal error, where nobody else takes it. @param id of the response */
export const reportError: OnError = (error, id) => {
  const what = `internal error (a bug in service-emulator), response ${id}:`;
  console.error(`service-emulator: ${what}`, error);
};
