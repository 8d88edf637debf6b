/** The commands by what one wants to do: each stands in one group, and a test holds that. */
export const commandGroups: readonly (readonly [title: string, names: string])[] = [
  ["Start here", "start exam exec explore scenario faults requests init"],
  ["Run it", "status wait stop logs open env config completion"],
  [
    "Test with it",
    "report clock expect limits reset revisions upgrade drift compare sandbox settings",
  ],
  ["Shape the data", "generate seed record state keys tokens"],
  [
    "Messages",
    "campaigns flows template outbox confirmations conversations deliveries trigger listen rates",
  ],
  ["Look up", "docs routes truth openapi mcp help"],
];
