import type { ReportCard } from "../../../report/card-shape.ts";
import { CopyButton } from "../../parts/act-button.tsx";
import { Cut, Pairs } from "../../parts/layout.tsx";
import { Icon, type Look, Sign } from "../../parts/signs.tsx";
import { Table } from "../../parts/table.tsx";
import { span } from "../../parts/time.ts";

/** The retry policy that this run suggests. */
export function Policy({ card: { policy } }: { card: ReportCard }) {
  const { reasons, ...values } = policy;
  return (
    <section class="sect">
      <h2>Suggested retry policy</h2>
      <Pairs
        class="pad"
        of={{
          attempts: `at most ${policy.attempts}`,
          wait: `a random time up to ${span(policy.baseMs)}, × ${policy.factor} each time, at most ${span(policy.capMs)}`,
          "Retry-After": policy.honourRetryAfter ? "wait at least as long" : "not used",
          statuses: <span class="mono">{policy.retryStatuses.join(" ")}</span>,
        }}
      />
      {reasons.map((reason) => (
        <p class="ink2 pad" key={reason}>
          <bdi>{reason}</bdi>
        </p>
      ))}
      <div class="pad">
        <CopyButton text={JSON.stringify(values, null, 2)} what="the policy" label="Copy as JSON" />
      </div>
    </section>
  );
}

const lookOf = (open: number, undecided: number): Look => {
  if (open === 0) return ["ok", "pass", "handled"];
  return undecided > 0 ? ["wait", "und", "undecided"] : ["bad", "fail", "not handled"];
};

/** Which faults the client met, and which of them it handled. */
export function Coverage({ card: { coverage } }: { card: ReportCard }) {
  return (
    <section class="sect">
      <h2>Faults that it met</h2>
      {coverage.pairs.length === 0 && <p class="soft">none yet</p>}
      <ul>
        {coverage.pairs.map(({ operation, fault, met, survived, undecided }) => (
          <li class="evidence" key={operation + fault}>
            <Sign look={lookOf(met - survived, undecided)} />
            <bdi class="op">{operation}</bdi>
            <span>
              {fault}, {survived} of {met}
            </span>
          </li>
        ))}
      </ul>
      {coverage.neverMet.length > 0 && (
        <p class="wait pad">
          <Icon name="und" /> Planned, and met by no request: {coverage.neverMet.join(", ")}.
        </p>
      )}
    </section>
  );
}

/** What the limits of other tiers would have done to this client. */
export function WhatIf({ card: { whatIf } }: { card: ReportCard }) {
  if (whatIf.operations.length === 0) return null;
  const tiers = whatIf.operations[0]?.tiers.map(({ tier }) => tier) ?? [];
  return (
    <section class="sect whatif">
      <h2>429s that each tier would give</h2>
      <Table
        heads={[
          ["operation"],
          ...["peak a second", ...tiers].map((head) => [head, "num"] as const),
        ]}
      >
        {whatIf.operations.slice(0, 30).map(({ operation, perSecond, tier: own, ...of }) => (
          <tr key={operation}>
            <td class="op cut most">
              <Cut text={operation} />
            </td>
            <td class="num">{perSecond}</td>
            {of.tiers.map(({ tier, refused }) => (
              <td
                key={tier}
                class={`num ${refused > 0 ? "wait" : "soft"} ${tier === own ? "strong" : ""}`}
              >
                {refused}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </section>
  );
}
