import { crc32, deflateSync } from "node:zlib";
import type { Dice } from "../../world/dice.ts";
import type { FixtureTemplate } from "../kinds/content.ts";
import type { FixtureObjectType } from "../kinds/objects.ts";
import type { GenerateOrder } from "./order.ts";
import type { Streams } from "../groups.ts";
import { idEpoch } from "../planned-ids.ts";
import type { Pools, Product } from "./pools.ts";

const side = 32;

/** A small PNG of coloured stripes: the same bytes for one position of the dice, whatever the system packs with. */
function drawnPicture(dice: Dice): Buffer {
  const colours = Buffer.from(Array.from({ length: 4 * 3 }, () => dice.integer(0, 255)));
  const stripe = dice.pick([4, 8, 16]);
  const slope = dice.integer(0, 2);
  const places = Array.from({ length: side }, (_, place) => place);
  const rows = places.map((y) => {
    const row = places.map((x) => Math.floor((x + slope * y) / stripe) % 4);
    // Each row begins with the filter that it has: none.
    return Buffer.from([0, ...row]);
  });
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    // Eight bits a dot, each the number of a colour.
    chunk("IHDR", Buffer.concat([word(side), word(side), Buffer.from([8, 3, 0, 0, 0])])),
    chunk("PLTE", colours),
    // Unpacked: how it would be packed differs from one version of zlib to the next.
    chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 0 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([word(data.length), checked, word(crc32(checked))]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export type GeneratedContent = ReturnType<typeof generatedContent>;

/** Makes up as many objects, templates and images of the shop's products as are asked for. @param namesOf the names that are taken */
export function generatedContent(
  order: GenerateOrder,
  pools: Pools & { readonly emails: readonly string[] },
  streams: Streams,
  namesOf: (section: "images" | "templates") => readonly string[],
) {
  const template = streams("generate/template");
  const picture = streams("generate/image");
  const [nameOfTemplate, nameOfImage] = [
    distinct(namesOf("templates")),
    distinct(namesOf("images")),
  ];
  const records = registrations(pools.emails, streams("generate/objects"), order.objects);
  return {
    data_sources: records.length > 0 ? [{ title: registered.source, records }] : [],
    object_types: records.length > 0 ? [registered] : [],
    templates: Array.from({ length: order.templates }, (_, index) => {
      const message = messages[index % messages.length] ?? orderMessage;
      const { name, ...bodies } = message(template.pick(pools.products));
      return { name: nameOfTemplate(name), ...bodies };
    }),
    images: Array.from({ length: order.images }, () => ({
      name: nameOfImage(picture.pick(pools.products).name),
      data: drawnPicture(picture).toString("base64"),
    })),
  };
}

export const registered: FixtureObjectType = {
  title: "Product Registration",
  description: "A product that somebody has registered",
  source: "Registration Desk",
  properties: { serial: "string", product: "string", years: "int", registered_at: "timestamp" },
  required: ["serial"],
  id: "serial",
  profiles: { owner: { by: "email", member: "owner" } },
};

const products = ["Difference Engine", "Trail Jacket", "Storm Lantern"] as const;

/** The owners are people with an address, in turn. */
const registrations = (owners: readonly string[], dice: Dice, count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    serial: `SN-${100_000 + index}`,
    product: dice.pick(products),
    years: dice.integer(1, 5),
    registered_at: new Date(idEpoch + dice.integer(0, 365) * 86_400_000).toISOString(),
    ...(owners.length > 0 && { owner: owners[index % owners.length] }),
  }));

/** Gives each wish that was had already a number. */
function distinct(taken: Iterable<string>): (wish: string) => string {
  const all = new Set(taken);
  return (wish) => {
    let name = wish;
    for (let count = 2; all.has(name); count += 1) name = `${wish} (${count})`;
    all.add(name);
    return name;
  };
}

type Message = (product: Product) => Pick<FixtureTemplate, "name" | "html" | "text">;

const greeting = "Hello {{ first_name|default:'there' }}";
const farewell = "<p>{{ organization.name }} · {% unsubscribe 'Unsubscribe' %}</p>";

const messageOf = (name: string, title: string, html: string, text: string) => ({
  name,
  html: `<h1>${title}</h1>\n<p>${greeting},</p>\n${html}\n${farewell}`,
  text: `${greeting},\n${text}`,
});

const orderMessage: Message = ({ name }) =>
  messageOf(
    `Order of ${name}`,
    "Thank you for your order {{ event.OrderId }}",
    "<ul>{% for item in event.Items %}<li>{{ item.Quantity }} × {{ item.ProductName }}: {{ item.RowTotal|floatformat:2 }}</li>{% endfor %}</ul>",
    "{% for item in event.Items %}{{ item.Quantity }} x {{ item.ProductName }}\n{% endfor %}",
  );

/** What a shop writes about, in turn. The orders are those of generated events. */
const messages: readonly Message[] = [
  ({ name, viewed: { URL: url }, cents }) =>
    messageOf(
      `Meet the ${name}`,
      `New in: ${name}`,
      `<p><a href="${String(url)}">${name}</a> for ${cents / 100}.</p>`,
      `${name} for ${cents / 100}: ${String(url)}`,
    ),
  orderMessage,
  ({ name, viewed: { URL: url } }) =>
    messageOf(
      `${name} is waiting`,
      "Your cart is waiting",
      `<p>{% if event.Items %}You left {{ event.Items|length }} things behind.{% else %}You left the <a href="${String(url)}">${name}</a> behind.{% endif %}</p>`,
      `You left the ${name} behind: ${String(url)}`,
    ),
  ({ name, category }) =>
    messageOf(
      `How is the ${name}?`,
      `How is your ${name}?`,
      `<p>Tell others what you think, and see what else is new in ${category}.</p>`,
      `Tell others what you think of your ${name}.`,
    ),
];
