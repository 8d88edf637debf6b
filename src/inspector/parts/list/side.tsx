import type { ComponentChildren } from "preact";
import { usePage } from "../page.ts";

/** What an arrow makes a side wider or narrower by, in pixels. */
const stepPx = 16;

interface SideProps {
  readonly name: string;
  readonly close?: () => void;
  readonly children?: ComponentChildren;
}

/** What stands beside a list. Its edge can be moved; on a narrow screen it stands in the list's place. */
export function Side({ name, close, children }: SideProps) {
  const { ui } = usePage();
  return (
    <aside class="side" aria-label={name} style={{ width: `${ui.sidePx.value}px` }}>
      <div
        class="edge"
        role="separator"
        aria-orientation="vertical"
        aria-label="Width of the side"
        aria-valuenow={ui.sidePx.value}
        tabIndex={0}
        onKeyDown={({ key }) => {
          const by = { ArrowLeft: stepPx, ArrowRight: -stepPx }[key];
          if (by !== undefined) ui.widen(ui.sidePx.value + by);
        }}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={({ currentTarget, pointerId, clientX }) => {
          if (currentTarget.hasPointerCapture(pointerId)) ui.widen(innerWidth - clientX);
        }}
      />
      {close !== undefined && (
        <button type="button" class="btn bare small back" onClick={close}>
          ← Back to the list
        </button>
      )}
      {children}
    </aside>
  );
}
