import { wholeApi } from "../../areas/index.ts";
import { openApiOf } from "../../contract/openapi/document.ts";
import { newestRevision } from "../../contract/revisions.ts";
import { controlDocument } from "../../control/document.ts";
import { controlOperations } from "../../control/operations.ts";
import { scenarioOperations } from "../../scenarios/operations.ts";
import { atOnce } from "../../world/time/slices.ts";
import { Failure, writeOut } from "../terminal/terminal.ts";
import { readRevision } from "../options/revision.ts";

interface OpenApiValues {
  readonly revision?: string;
  readonly control?: boolean;
  readonly url: string;
}

/** `service-emulator openapi`: the documents, without a running emulator. */
export function printOpenApi({ revision, control, url }: OpenApiValues): void {
  if (control && revision !== undefined)
    throw new Failure("--revision: the control API has none", 2);
  // Of scenarios, only what their lines say is looked at: none is there.
  const own = [...controlOperations, ...scenarioOperations(undefined as never)];
  const at = revision === undefined ? newestRevision : readRevision(revision);
  const document = control
    ? atOnce(controlDocument(own, url))
    : atOnce(openApiOf(wholeApi(), { revision: at, url }));
  writeOut(`${JSON.stringify(document, null, 2)}\n`);
}
