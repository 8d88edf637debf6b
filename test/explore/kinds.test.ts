import { describe, expect, it } from "vitest";
import { wholeApi } from "../../src/areas/index.ts";
import { literal, object } from "../../src/contract/shape.ts";
import { kindsOf } from "../../src/explore/kinds.ts";

const api = wholeApi();
it("x", () => {
  console.log(
    kindsOf("get_profiles", api.targets)
      .map((k) => [k.variant, k.family, k.costMs, k.isSilent].join(" | "))
      .join("\n"),
  );
  console.log(
    kindsOf("create_list", api.targets)
      .map((k) => k.variant)
      .join(" ; "),
  );
});
