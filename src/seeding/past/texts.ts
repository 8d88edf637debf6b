import type { Dice } from "../../world/dice.ts";

/** A title and what comes below it. `{it}` is the product. */
type Words = readonly (readonly [title: string, content: string])[];

/** What people write of something, by how many stars they give it. */
const byRating: Readonly<Record<number, Words>> = {
  5: [
    ["Exactly what I wanted", "The {it} is exactly what I wanted. I would buy it again."],
    ["Very well made", "You can tell that somebody took care over the {it}. Every part fits."],
    ["A gift that was loved", "I gave the {it} to my sister. She has used it every day since."],
    ["Better than I hoped", "It came two days early, and it is even nicer than in the pictures."],
    ["No complaints", "I have had the {it} for some weeks now. Nothing to complain about."],
  ],
  4: [
    ["Nearly perfect", "I like the {it} a lot. Only the parcel was larger than it had to be."],
    ["Good value", "Does what it says, for a fair price. The instructions could be clearer."],
    ["Would recommend", "The {it} is good. It took me an evening to get used to it."],
    ["Happy with it", "It looks good and feels solid. I would have liked more colours."],
  ],
  3: [
    ["It is all right", "The {it} is all right for the money, but I expected a little more."],
    ["Mixed feelings", "Well made, but smaller than I thought. Check the size first."],
    ["Fine so far", "It works. Delivery took a week longer than I was told."],
  ],
  2: [
    ["Not for me", "The {it} did not work as I had hoped. I am thinking of sending it back."],
    ["A scratch on arrival", "It came with a scratch. The replacement took three weeks."],
  ],
  1: [
    ["Broke within days", "The {it} broke after three days. I would like my money back."],
    ["Disappointed", "Not at all as described. I had to ask for a refund."],
  ],
};

const questions = [
  "Does the {it} come with a guarantee?",
  "How long does delivery to Canada take?",
  "Can the {it} be returned if it does not fit?",
  "Is there a larger version of the {it}?",
] as const;

const ofShop: Words = [
  ["Friendly people", "I had a question about my order, and got an answer within the hour."],
  ["Will come back", "Easy to order, quick to arrive, and well wrapped. I will come back."],
  ["Good shop", "A good choice, and fair prices."],
];

const withIt = (text: string, it: string) => text.replaceAll("{it}", it);

export function reviewWords(dice: Dice, rating: number, it: string) {
  const [title, content] = dice.pick(byRating[rating] as Words);
  return { title: withIt(title, it), content: withIt(content, it) };
}

export function storeWords(dice: Dice) {
  const [title, content] = dice.pick(ofShop);
  return { title, content };
}

export const questionWords = (dice: Dice, it: string) => ({
  title: null,
  content: withIt(dice.pick(questions), it),
});

/** What the shop says to somebody who is not content. */
export const replyTo = (name: string) =>
  `We are sorry, ${name}. Please write to us, and we will put it right.`;

/** What the campaigns of a past are about, in turn. */
const themes = [
  "New arrivals",
  "Free shipping this weekend",
  "The monthly edit",
  "Back in stock",
  "Members' preview",
  "Our favourites",
  "Last chance",
  "Gift ideas",
] as const;

/** The name and the subject of the campaign with a number, from 0 on. */
export function textsOf(number: number): { readonly name: string; readonly subject: string } {
  const theme = themes[number % themes.length] ?? themes[0];
  return {
    name: `${theme} (${number + 1})`,
    subject: `${theme}, {{ first_name|default:'friend' }}`,
  };
}

export const bodiesOf = (subject: string, shop: string) => ({
  html:
    `<html><body><h1>${subject}</h1><p><a href="${shop}/new">See what is new</a></p>` +
    "<p>{% unsubscribe %}</p></body></html>",
  text: `${subject}\n\n${shop}/new\n\n{% unsubscribe_link %}`,
});
