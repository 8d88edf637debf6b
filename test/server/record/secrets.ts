/** 40 kinds of what nobody else may see, each with one that is found nowhere else. */
export const secrets = {
  email: "zebedee.quill@private-mail.test",
  "e-mail with a plus": "zebedee+vip@private-mail.test",
  "e-mail in upper case": "QUENTIN@PRIVATE-MAIL.TEST",
  "e-mail beyond ASCII": "jürgen.väth@private-mail.test",
  "phone number": "+14165550987",
  "phone number with spaces": "+44 20 7946 0958",
  "phone number with brackets": "(416) 555-0987",
  "first name": "Zebedee",
  "last name": "Quillfeather",
  "name beyond ASCII": "Żółkiewski",
  "name with an apostrophe": "O'Quilligan",
  "whole name": "Wilhelmina Quartermaine",
  organization: "Quartermaine & Söhne",
  "street address": "48 Zwingli Crescent",
  "second line of an address": "Apt. 7QX",
  city: "Quetzaltenango",
  region: "Queensferryshire",
  "zip code": "Q7Z 9XK",
  latitude: "14.8347221",
  longitude: "-91.5181112",
  "IPv4 address": "198.18.77.213",
  "IPv6 address": "2001:db8:77:213::9a1f",
  birthday: "1987-11-23",
  "private key": "pk_9f8e7d6c5b4a39281706f5e4d3c2b1a0",
  "OAuth token": "oat_Zx81Kq7PmL0vTr93Wn",
  "refresh token": "ort_Yw72Jr6NlK9uSq84Vm",
  "bearer token": "7a9Xq2LmZk4Rt8Vw1Bn6Yc3Pd5",
  JWT: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ6ZWJlZGVlIn0.Qk7x9Zr2Lm4Vt8Wn1By6",
  "client secret": "cs-Zt93-Qp81-Lm72-Xr64",
  "basic credentials": "emViZWRlZTpRdWlsbGZlYXRoZXI5OQ==",
  password: "Qu1llfeather!77",
  cookie: "session=Zq81Lm72Xr64Vt93",
  "card number": "4539 1488 0343 6467",
  IBAN: "DE75512108001245126199",
  "social security number": "078-05-1120",
  "coupon code": "ZQX-SAVE-77LM",
  "push token": "fcm:APA91bZq81Lm72Xr64Vt93Wn0",
  "cursor of a page": "bmV4dDo6aWQ6OlplYmVkZWU",
  "external id": "crm|zq-8172-xr",
  "tracking id": "_kx-Zq81Lm72Xr64",
} as const;

/** One exchange, as far as something can be hidden in it. */
export interface Hiding {
  readonly url?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly type?: string;
}

const api = (path: string, ...values: readonly string[]): Hiding => ({
  url: `https://api.example.com${path}${values.map(encodeURIComponent).join("")}`,
});
const json = (value: unknown): Hiding => ({
  body: JSON.stringify(value),
  type: "application/json",
});
const profile = (attributes: object) =>
  json({ data: { type: "profile", id: "01GDDKASAP8TKDDA2GRZDSVP4H", attributes } });
const event = (attributes: object) => json({ data: { type: "event", attributes } });
const form = (values: Record<string, string>): Hiding => ({
  body: new URLSearchParams(values).toString(),
  type: "application/x-www-form-urlencoded",
});

/** 50 places of requests and responses. */
export const places: Readonly<Record<string, (secret: string) => Hiding>> = {
  // What tells a secret, so that it is known in texts, too.
  "the e-mail of a profile": (s) => profile({ email: s }),
  "the first name": (s) => profile({ first_name: s }),
  "the last name": (s) => profile({ last_name: s }),
  "the phone number": (s) => profile({ phone_number: s }),
  "the external id": (s) => profile({ external_id: s }),
  "the anonymous id": (s) => profile({ anonymous_id: s }),
  "the organization": (s) => profile({ organization: s }),
  "the title of a person": (s) => profile({ title: s }),
  "the image of a person": (s) =>
    profile({ image: `https://cdn.example.org/${encodeURIComponent(s)}.png` }),
  "an address": (s) =>
    profile({ location: { address1: s, address2: s, city: s, region: s, zip: s, country: s } }),
  coordinates: (s) => profile({ location: { latitude: s, longitude: s, ip: s } }),
  "a number": (s) => profile({ properties: { lucky: Number.isNaN(Number(s)) ? 1 : Number(s) } }),
  "a property": (s) => profile({ properties: { favorite: s } }),
  "a property within one": (s) => profile({ properties: { home: { people: [{ who: s }] } } }),
  "the name of a property": (s) => profile({ properties: { [s]: true } }),
  "a property that is JSON": (s) => profile({ properties: { raw: JSON.stringify({ email: s }) } }),
  "a property in base64": (s) =>
    profile({ properties: { raw: Buffer.from(s).toString("base64") } }),
  "an unknown attribute": (s) => profile({ nickname_of_mine: s }),
  "a property of an event": (s) => event({ properties: { buyer: s, items: [{ gift_for: s }] } }),
  "an answered property": (s) => event({ event_properties: { buyer: s } }),
  "the unique id of an event": (s) => event({ unique_id: s }),
  "the person of an event": (s) =>
    event({
      profile: { data: { type: "profile", attributes: { email: s, properties: { a: s } } } },
    }),
  "an included person": (s) =>
    json({
      data: [],
      included: [{ type: "profile", id: "01GDDKASAP8TKDDA2GRZDSVP4H", attributes: { email: s } }],
    }),
  "people of an import": (s) =>
    json({
      data: {
        type: "profile-bulk-import-job",
        attributes: {
          profiles: { data: [{ type: "profile", attributes: { email: s, phone_number: s } }] },
        },
      },
    }),
  "the id of a relationship": (s) =>
    json({
      data: {
        type: "list",
        id: "Y6nRLr",
        relationships: { profiles: { data: [{ type: "profile", id: s }] } },
      },
    }),
  "the link to the next page": (s) =>
    json({
      data: [],
      links: { next: `https://api.example.com/api/profiles?page[cursor]=${encodeURIComponent(s)}` },
    }),
  "the link to itself": (s) =>
    json({
      data: [],
      links: {
        self: `https://api.example.com/api/profiles?filter=equals(email,"${encodeURIComponent(s)}")`,
      },
    }),
  "a link to elsewhere": (s) =>
    json({
      data: {
        type: "image",
        id: "7",
        attributes: {
          image_url: `https://user:${encodeURIComponent(s)}@cdn.example.org/?who=${encodeURIComponent(s)}`,
        },
      },
    }),
  "the sender of a campaign": (s) =>
    json({
      data: {
        type: "campaign-message",
        attributes: {
          definition: { content: { from_email: s, from_label: s, reply_to_email: s } },
        },
      },
    }),
  "the webhook's secret": (s) =>
    json({
      data: {
        type: "webhook",
        attributes: {
          secret_key: s,
          endpoint_url: `https://hooks.example.org/${encodeURIComponent(s)}`,
        },
      },
    }),
  "a review": (s) =>
    json({ data: { type: "review", attributes: { email: s, author: s, content: s, title: s } } }),
  "a coupon code": (s) => json({ data: { type: "coupon-code", attributes: { unique_code: s } } }),
  "the account's contact": (s) =>
    json({
      data: [
        {
          type: "account",
          id: "Xq7Zk9",
          attributes: {
            contact_information: {
              default_sender_email: s,
              default_sender_name: s,
              street_address: { address1: s },
            },
          },
        },
      ],
    }),
  "an answered token": (s) =>
    json({ access_token: s, refresh_token: s, token_type: "Bearer", expires_in: 3600 }),
  "metadata of an item": (s) =>
    json({
      data: {
        type: "catalog-item",
        id: `$custom:::$default:::${s}`,
        attributes: { external_id: s, custom_metadata: { seller: s } },
      },
    }),
  // Somebody's own words.
  "the name of a list": (s) =>
    json({ data: { type: "list", id: "Y6nRLr", attributes: { name: `Friends of ${s} (all)` } } }),
  "the subject of a mail": (s) =>
    json({
      data: {
        type: "campaign-message",
        attributes: { definition: { content: { subject: `Hello ${s}, how are you?` } } },
      },
    }),
  "a template": (s) =>
    json({
      data: {
        type: "template",
        attributes: { name: "One", html: `<p title="x">Dear ${s},</p>`, text: `Dear ${s},` },
      },
    }),
  "an error": (s) =>
    json({
      errors: [
        {
          id: "x",
          status: 400,
          code: "invalid",
          title: "Invalid input.",
          detail: `'${s}' is not valid.`,
          source: { pointer: "/data/attributes/email" },
        },
      ],
    }),
  // Requests.
  "a filter": (s) => api(`/api/profiles?filter=`, `equals(email,"${s.replaceAll('"', "")}")`),
  "a filter without quotes": (s) => api(`/api/profiles?filter=`, `equals(external_id,${s})`),
  "a list in a filter": (s) => api(`/api/profiles?filter=`, `any(email,["a@example.com","${s}"])`),
  "an unknown parameter": (s) => api(`/api/profiles?debug=`, s),
  "the name of a parameter": (s) => api(`/api/profiles?`, s),
  "a parameter that is encoded twice": (s) => api(`/api/profiles?back=`, encodeURIComponent(s)),
  "the id of a path": (s) => api(`/api/profiles/`, s),
  "an unknown path": (s) => api(`/legacy/track/`, s),
  "credentials in the URL": (s) => ({
    url: `https://x:${encodeURIComponent(s)}@api.example.com/api/lists`,
  }),
  "a form": (s) =>
    form({ grant_type: "refresh_token", refresh_token: s, client_secret: s, note: s }),
  headers: (s) => {
    const value = encodeURI(s);
    return {
      headers: [
        "Authorization",
        `Bearer ${value}`,
        "Cookie",
        value,
        "Set-Cookie",
        `${value}; Path=/`,
        "X-Forwarded-For",
        value,
        "X-Api-Key",
        value,
        "Referer",
        `https://shop.example.org/?e=${value}`,
        "X-Request-Context",
        Buffer.from(s).toString("base64"),
      ],
    };
  },
};

/** Every way to write a secret that would still tell it. */
export function waysToWrite(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const bytes = Buffer.from(secret);
  const ways = [
    secret,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    new URLSearchParams({ a: secret }).toString().slice(2),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ];
  return [...new Set(ways.map((each) => each.toLowerCase()))];
}
