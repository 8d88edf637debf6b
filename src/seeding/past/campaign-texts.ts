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

/** The bodies of its template. @param shop a URL */
export const bodiesOf = (subject: string, shop: string) => ({
  html:
    `<html><body><h1>${subject}</h1><p><a href="${shop}/new">See what is new</a></p>` +
    "<p>{% unsubscribe %}</p></body></html>",
  text: `${subject}\n\n${shop}/new\n\n{% unsubscribe_link %}`,
});
