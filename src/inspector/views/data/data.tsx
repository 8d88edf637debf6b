import { usePage } from "../../parts/page.ts";
import { Segments } from "../../parts/segments.tsx";
import { Collections } from "./collections.tsx";
import { People } from "./people.tsx";
import { Person } from "./person.tsx";
import { Snapshots } from "./snapshots.tsx";

const parts = { people: "People", collections: "Collections", snapshots: "Snapshots" } as const;

/** What the emulator has stored: people, every collection, and named states. */
export function Data() {
  const { ui } = usePage();
  const [, part = "people", id] = ui.place.value;
  const tabs = (
    <Segments
      label="Part of the data"
      options={parts}
      value={part in parts ? (part as keyof typeof parts) : "people"}
      choose={(name) => ui.go("data", name)}
    />
  );
  if (part === "collections") return <Collections tabs={tabs} />;
  if (part === "snapshots") return <Snapshots tabs={tabs} />;
  return id === undefined ? <People tabs={tabs} /> : <Person key={id} id={id} />;
}
