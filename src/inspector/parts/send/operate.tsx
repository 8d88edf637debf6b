import { useState } from "preact/hooks";
import { Button } from "../signs.tsx";
import { useOnce } from "../page.ts";
import type { Known } from "./draft.ts";
import { SendForm } from "./form.tsx";

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
          <Button
            class="btn small"
            key={id}
            aria-pressed={id === chosen}
            title={`${method} ${path}`}
            press={() => choose(id === chosen ? undefined : id)}
          >
            {id}
          </Button>
        ))}
      </div>
      {chosen !== undefined && <SendForm key={chosen} operation={chosen} known={known} />}
    </>
  );
}
