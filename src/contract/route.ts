export type Match<R> =
  | { readonly kind: "row"; readonly row: R; readonly params: readonly string[] }
  | { readonly kind: "wrong-method"; readonly allow: readonly string[]; readonly row: R }
  | { readonly kind: "malformed" }
  | { readonly kind: "none" };

interface Node<R> {
  readonly fixed: Map<string, Node<R>>;
  any?: Node<R>;
  readonly rows: Map<string, R>;
}

const newNode = <R>(): Node<R> => ({ fixed: new Map(), rows: new Map() });

/** A path's segments; one slash at the end makes no difference (behaviour.md, 1). */
function segmentsOf(path: string): string[] {
  const end = path.length > 1 && path.endsWith("/") ? path.length - 1 : path.length;
  return path.slice(1, end).split("/");
}

/** A look-up from method and path to row. Fixed segments win over `{id}`. */
export class Router<R extends { readonly method: string; readonly path: string }> {
  readonly #root = newNode<R>();

  constructor(rows: readonly R[] = []) {
    for (const row of rows) this.add(row);
  }

  add(row: R): void {
    let node = this.#root;
    for (const segment of segmentsOf(row.path)) {
      if (segment.startsWith("{")) node = node.any ??= newNode();
      else {
        const next = node.fixed.get(segment) ?? newNode<R>();
        node.fixed.set(segment, next);
        node = next;
      }
    }
    node.rows.set(row.method, row);
  }

  /** `path` is as sent: percent-encoded, without the query. HEAD is answered by the GET row. */
  match(method: string, path: string): Match<R> {
    const params: string[] = [];
    let node: Node<R> | undefined = this.#root;
    for (const segment of segmentsOf(path)) {
      const fixed: Node<R> | undefined = node.fixed.get(segment);
      if (fixed === undefined && node.any !== undefined) {
        if (segment === "") return { kind: "none" };
        const decoded = decode(segment);
        if (decoded === undefined) return { kind: "malformed" };
        params.push(decoded);
      }
      node = fixed ?? node.any;
      if (node === undefined) return { kind: "none" };
    }
    const row = node.rows.get(method === "HEAD" ? "GET" : method);
    if (row !== undefined) return { kind: "row", row, params };
    const [other] = node.rows.values();
    if (other === undefined) return { kind: "none" };
    return { kind: "wrong-method", allow: [...node.rows.keys()], row: other };
  }
}

function decode(segment: string): string | undefined {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
