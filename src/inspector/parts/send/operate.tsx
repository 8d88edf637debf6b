import { useState } from "preact/hooks";
import { useOnce } from "../page.ts";
import { SendForm } from "./form.tsx";
import type { Known } from "./sample.ts";

interface OperateProps {
  /** Which operations, by their ids or by what they are. */
  readonly of: readonly string[] | ((method: string, path: string) => boolean);
  readonly known?: Known;
}

/** Operations that do something with what is open: one that is chosen is filled in with it, and sent. */
export function Operate({ of, known }: OperateProps) {
  const { operations } = useOnce("GET /operations") ?? { operations: [] };
  const [chosen, choose] = useState<string | undefined>(undefined);
  const own =
    typeof of === "function"
      ? operations.filter(({ method, path }) => of(method, path))
      : of.flatMap((name) => operations.filter(({ id }) => id === name));
  return (
    <>
      <div class="row2 wraps pad">
        {own.map(({ id, method, path }) => (
          <button
            type="button"
            class="btn small"
            key={id}
            aria-pressed={id === chosen}
            title={`${method} ${path}`}
            onClick={() => choose(id === chosen ? undefined : id)}
          >
            {id}
          </button>
        ))}
      </div>
      {chosen !== undefined && <SendForm key={chosen} operation={chosen} known={known} />}
    </>
  );
}
