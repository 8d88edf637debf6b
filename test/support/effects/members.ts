import type { Api } from "../../../src/verbs/invocation.ts";
import type { Shape } from "../../../src/contract/shape.ts";

/** A member that a client can write: the type that its body names, and its path in there. */
export interface Member {
  readonly type: string;
  readonly path: string;
}

/** Where the walk through a body stands. */
interface Place extends Member {
  readonly seen: readonly Shape[];
}

/** Parts of a path that say nothing. */
const silent = new Set(["data", "attributes"]);
const aboutIt = new Set(["type", "id"]);

/** Every member of every body that has no members of its own, each once. What a flow says of an action is the action's. */
export function writableMembers({ operations }: Api): Member[] {
  const found = new Map<string, Member>();
  for (const { id, body } of operations.values()) {
    if (body === undefined) continue;
    for (const { type, path } of leavesOf(body, { type: id, path: "", seen: [] })) {
      const ofAction = type === "flow" && path.startsWith("definition.actions.");
      const member = ofAction
        ? { type: "flow-action", path: path.replace("definition.actions.", "definition.") }
        : { type, path };
      found.set(`${member.type} ${member.path}`, member);
    }
  }
  return [...found.values()];
}

function* leavesOf(shape: Shape, place: Place): Generator<Member> {
  if (place.seen.includes(shape)) return;
  const seen = [...place.seen, shape];
  if (shape.kind === "nullable") return yield* leavesOf(shape.shape, { ...place, seen });
  if (shape.kind === "list") return yield* leavesOf(shape.of, { ...place, seen });
  if (shape.kind === "oneOf") {
    for (const each of shape.shapes) yield* leavesOf(each, { ...place, seen });
    return;
  }
  if (shape.kind !== "object") {
    if (place.path !== "") yield { type: place.type, path: place.path };
    return;
  }
  const named = shape.members.get("type")?.shape;
  const type = named?.kind === "literal" && named.values.length === 1 ? named.values[0] : undefined;
  const inDefinition = place.path.startsWith("definition");
  const isResource = type !== undefined && !inDefinition && hasAny(shape.members);
  const at = isResource ? { ...place, type: String(type), path: "" } : place;
  for (const [name, { shape: member }] of shape.members) {
    if (isResource && aboutIt.has(name)) continue;
    const isSilent = silent.has(name) && !inDefinition;
    const path = isSilent ? at.path : [at.path, name].filter((part) => part !== "").join(".");
    // What is named by type and id alone is one member, the relationship.
    if (isReference(member)) yield { type: at.type, path };
    else yield* leavesOf(member, { type: at.type, path, seen });
  }
}

const hasAny = (members: ReadonlyMap<string, unknown>): boolean =>
  ["attributes", "id", "relationships"].some((name) => members.has(name));

/** Whether a shape is `{ data: { type, id } }`, or a list of such. */
function isReference(shape: Shape): boolean {
  if (shape.kind === "nullable") return isReference(shape.shape);
  if (shape.kind !== "object" || shape.members.size !== 1) return false;
  const data = shape.members.get("data")?.shape;
  const one = data?.kind === "list" ? data.of : data;
  return one?.kind === "object" && [...one.members.keys()].every((name) => aboutIt.has(name));
}
