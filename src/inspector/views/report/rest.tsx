import type { Card } from "../../client/card.ts";
import { CopyButton } from "../../parts/act-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { span } from "../../parts/time.ts";

/** The retry policy that this run suggests. */
export function Policy({ card: { policy } }: { card: Card }) {
  const { reasons, ...values } = policy;
  return (
    <section class="sect">
      <h2>Suggested retry policy</h2>
      <dl class="kv pad">
        <dt>attempts</dt>
        <dd>at most {policy.attempts}</dd>
        <dt>wait</dt>
        <dd>
          a random time up to {span(policy.baseMs)}, × {policy.factor} each time, at most{" "}
          {span(policy.capMs)}
        </dd>
        <dt>Retry-After</dt>
        <dd>{policy.honourRetryAfter ? "wait at least as long" : "not used"}</dd>
        <dt>statuses</dt>
        <dd class="mono">{policy.retryStatuses.join(" ")}</dd>
      </dl>
      {reasons.map((reason) => (
        <p class="ink2 pad" key={reason}>
          <bdi>{reason}</bdi>
        </p>
      ))}
      <div class="pad">
        <CopyButton text={JSON.stringify(values, null, 2)} what="the policy">
          Copy as JSON
        </CopyButton>
      </div>
    </section>
  );
}

/** Which faults the client met, and which of them it handled. */
export function Coverage({ card: { coverage } }: { card: Card }) {
  return (
    <section class="sect">
      <h2>Faults that it met</h2>
      {coverage.pairs.length === 0 && <p class="soft">none yet</p>}
      <ul>
        {coverage.pairs.map(({ operation, fault, met, survived, undecided }) => (
          <li class="evidence" key={operation + fault}>
            {survived === met ? (
              <span class="ok">
                <Icon name="pass" />
                <span class="sr">handled</span>
              </span>
            ) : undecided > 0 ? (
              <span class="wait">
                <Icon name="und" />
                <span class="sr">undecided</span>
              </span>
            ) : (
              <span class="bad">
                <Icon name="fail" />
                <span class="sr">not handled</span>
              </span>
            )}
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
export function WhatIf({ card: { whatIf } }: { card: Card }) {
  if (whatIf.operations.length === 0) return null;
  const tiers = whatIf.operations[0]?.tiers.map(({ tier }) => tier) ?? [];
  return (
    <section class="sect whatif">
      <h2>429s that each tier would give</h2>
      <table>
        <thead>
          <tr>
            <th>operation</th>
            <th class="num">peak a second</th>
            {tiers.map((tier) => (
              <th class="num" key={tier}>
                {tier}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {whatIf.operations.slice(0, 30).map((operation) => (
            <tr key={operation.operation}>
              <td class="op cut most">
                <bdi title={operation.operation}>{operation.operation}</bdi>
              </td>
              <td class="num">{operation.perSecond}</td>
              {operation.tiers.map(({ tier, refused }) => (
                <td
                  key={tier}
                  class={`num ${refused > 0 ? "wait" : "soft"} ${tier === operation.tier ? "strong" : ""}`}
                >
                  {refused}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
