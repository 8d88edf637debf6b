import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Moment } from "../../../src/domain/rendering/moment.ts";
import { compile } from "../../../src/domain/rendering/template.ts";
import { TemplateError } from "../../../src/domain/rendering/template-error.ts";

/** What Django makes of templates, written by `django_cases.py`; null: it refuses the template. */
interface Table {
  readonly context: Readonly<Record<string, unknown>>;
  readonly dates: Readonly<Record<string, string>>;
  readonly cases: readonly (readonly [source: string, template: string, text: string | null])[];
}

const file = new URL("django-cases.json", import.meta.url);
const { context, dates, cases } = JSON.parse(readFileSync(file, "utf8")) as Table;
const moments = Object.entries(dates).map(
  ([name, at]) => [name, new Moment(Date.parse(`${at}Z`))] as const,
);
const whole = { ...context, ...Object.fromEntries(moments) };
const now = Date.UTC(2026, 7, 4, 13, 5);

function rendered(template: string): string | null {
  try {
    return compile(template).render(whole, { now });
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return null;
  }
}

it("has at least 700 cases of the language's own results", () => {
  expect(cases.length).toBeGreaterThan(700);
});

it.each([...new Set(cases.map(([source]) => source))])(
  "reads Django's %s as Django does",
  (source) => {
    const own = cases.filter(([of]) => of === source);
    const misread = own
      .map(([, template, text]) => ({ template, django: text, here: rendered(template) }))
      .filter(({ django, here }) => django !== here);
    expect(misread).toEqual([]);
  },
);
