type List = readonly string[];
type With<Found extends List, T extends string> = T extends "" ? Found : readonly [...Found, T];

type InLine<T extends string, Found extends List> = T extends `${infer First} ${infer Rest}`
  ? InLine<Rest, With<Found, First>>
  : With<Found, T>;

type InText<T extends string, Found extends List = []> = T extends `${infer First}\n${infer Rest}`
  ? InText<Rest, InLine<First, Found>>
  : InLine<T, Found>;

/** The words of a text of one line or several, as a union. */
export type Words<T extends string> = InText<T>[number];

/** The same in their order. */
export const words = <const T extends string>(text: T): InText<T> =>
  text.trim().split(/\s+/) as List as InText<T>;
