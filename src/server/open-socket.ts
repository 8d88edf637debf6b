/** Opens the port. listhen is loaded only where there is a socket. */
export async function openSocket(
  faces: Parameters<typeof import("./app.ts").createListener>[0],
  guard: Parameters<typeof import("./app.ts").createListener>[1],
  where: Parameters<typeof import("./listen.ts").listen>[1],
) {
  const [{ createListener }, { listen }] = await Promise.all([
    import("./app.ts"),
    import("./listen.ts"),
  ]);
  const { handler, endAnswers } = createListener(faces, guard);
  const { close, ...opened } = await listen(handler, where);
  const name = opened.host.includes(":") ? `[${opened.host}]` : opened.host;
  const end = () => {
    endAnswers();
    return close();
  };
  const scheme = where.tls === undefined ? "http" : "https";
  return { url: `${scheme}://${name}:${opened.port}`, close: end };
}
