import type { Properties } from "../../domain/objects/records.ts";
import type { Location } from "../../domain/resources/profile.ts";
import type { Dice } from "../../world/dice.ts";
import { cities, type City, phoneNumber, zipOf, type Pools } from "./pools.ts";
import type { People, ProfileDraft } from "../people.ts";
import type { ConsentPlan } from "../plan.ts";
import type { Tale } from "./story.ts";

/** Mail to these domains reaches nobody (RFC 2606). */
const domains = ["example.com", "example.com", "example.org", "example.net"];

const sources = ["Website form", "Checkout", "In store", "Referral"];

/** What decides a person's story. */
export interface Person {
  readonly subscribes: boolean;
  /** Subscribes to text messages: has a phone number, too. */
  readonly texts: boolean;
  /** Unsubscribes on leaving, rather than go quiet. */
  readonly fickle: boolean;
  readonly buys: number;
  readonly hasPhone: boolean;
}

/** Draws people, no two of whom share an identifier, nor share one with anybody known. */
export class Persons {
  readonly #dice: Dice;
  readonly #pools: Pools;
  readonly #known: People;
  readonly #sms: boolean;
  /** How many numbers of each city are given out, and how many people share a name. */
  readonly #numbers = new Map<City, number>();
  readonly #namesakes = new Map<string, number>();
  #customers = 20_000;

  constructor(dice: Dice, pools: Pools, known: People, sms: boolean) {
    this.#dice = dice;
    this.#pools = pools;
    this.#known = known;
    this.#sms = sms;
  }

  draw(): Person {
    const dice = this.#dice;
    const hasPhone = dice.fraction() < 0.4;
    return {
      subscribes: dice.fraction() < 0.65,
      texts: dice.fraction() < 0.5 && hasPhone && this.#sms,
      fickle: dice.fraction() < 0.45,
      buys: dice.pick([0, 0.2, 0.4, 0.5, 0.7]),
      hasPhone,
    };
  }

  /** A person with a name and an address, as the story left them. Times in seconds from planting. */
  draftOf(
    person: Person,
    { signedUp, leftAt, tale }: { signedUp: number; leftAt: number | undefined; tale: Tale },
  ): ProfileDraft {
    const dice = this.#dice;
    const { firstNames, lastNames, companies, titles } = this.#pools;
    const [first, last] = [dice.pick(firstNames), dice.pick(lastNames)];
    const city = dice.pick(cities);
    const phone = person.hasPhone ? this.#phone(city) : undefined;
    const works = dice.fraction() < 0.1;
    const customer = tale.orders.length > 0;
    return {
      id: undefined,
      created: signedUp * 1000,
      known: {
        email: this.#email(first, last),
        ...(phone !== undefined && { phone_number: phone }),
        // The shop's own number is for those who have bought something.
        ...(customer && { external_id: this.#externalId() }),
        first_name: first,
        last_name: last,
        ...(works && { organization: dice.pick(companies), title: dice.pick(titles) }),
        locale: city.locale,
        location: this.#location(city, customer),
        properties: this.#properties(tale),
      },
      consent: this.#consent(
        { ...person, texts: person.texts && phone !== undefined },
        signedUp,
        leftAt,
      ),
      lists: [],
      segments: [],
    };
  }

  #email(first: string, last: string): string {
    const name = `${first}.${last}`.toLowerCase().replaceAll(/[^a-z.]/g, "");
    const domain = this.#dice.pick(domains);
    for (let place = (this.#namesakes.get(name) ?? 0) + 1; ; place += 1) {
      const email = `${name}${place === 1 ? "" : place}@${domain}`;
      if (this.#known.isHeld("email", email)) continue;
      this.#namesakes.set(name, place);
      return email;
    }
  }

  #phone(city: City): string | undefined {
    for (let place = this.#numbers.get(city) ?? 0; ; place += 1) {
      const phone = phoneNumber(city, place);
      this.#numbers.set(city, place + 1);
      if (phone === undefined || !this.#known.isHeld("phone_number", phone)) return phone;
    }
  }

  #externalId(): string {
    for (;;) {
      this.#customers += 1;
      const id = `customer-${this.#customers}`;
      if (!this.#known.isHeld("external_id", id)) return id;
    }
  }

  #location(place: City, hasStreet: boolean): Location {
    const { city, region, country, timezone } = place;
    const street = `${this.#dice.integer(1, 990)} ${this.#dice.pick(this.#pools.streets)}`;
    const zip = zipOf(place, (from) => this.#dice.pick(from));
    return { ...(hasStreet && { address1: street }), city, region, zip, country, timezone };
  }

  #properties({ orders }: Tale): Properties {
    const dice = this.#dice;
    const cents = orders.reduce((sum, order) => sum + order.cents, 0);
    const tier = cents >= 100_000 ? "Gold" : cents >= 40_000 ? "Silver" : "Bronze";
    return {
      $source: dice.pick(sources),
      "Favorite Category": dice.pick(this.#pools.products).category,
      ...(cents > 0 && { "Loyalty Tier": tier }),
    };
  }

  #consent({ subscribes, texts }: Person, signedUp: number, leftAt: number | undefined) {
    // Some mail comes back, whoever reads it.
    const bounced = this.#dice.fraction() < 0.02;
    if (!subscribes && !texts && !bounced) return null;
    const since = signedUp * 1000;
    const left = leftAt === undefined ? undefined : leftAt * 1000;
    const suppression: ConsentPlan["suppression"] = [
      ...(left === undefined ? [] : [["UNSUBSCRIBE", left] as const]),
      ...(bounced ? [["HARD_BOUNCE", since] as const] : []),
    ];
    return {
      ...(subscribes && {
        email:
          left === undefined
            ? (["SUBSCRIBED", since, "FORM"] as const)
            : (["UNSUBSCRIBED", left, "UNSUBSCRIBE_LINK"] as const),
      }),
      ...(texts && { sms: ["SUBSCRIBED", since, "FORM"] as const }),
      suppression,
    };
  }
}
