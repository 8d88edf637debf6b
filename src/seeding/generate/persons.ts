import type { Properties } from "../../domain/objects/records.ts";
import type { Location } from "../../domain/resources/profile.ts";
import type { Dice } from "../../world/dice.ts";
import { cities, type City, phoneNumber, type Pools } from "./pools.ts";
import type { People, ProfileDraft } from "../people.ts";
import type { ConsentPlan } from "../plan.ts";
import type { Tale } from "./story.ts";

/** Mail to these domains reaches nobody (RFC 2606). */
const domains = ["example.com", "example.com", "example.org", "example.net"];

const sources = ["Website form", "Checkout", "In store", "Referral"];

/** What decides a person's story. */
export type Person = ReturnType<Persons["draw"]>;

/** Draws people, no two of whom share an identifier, nor share one with anybody known. */
export class Persons {
  readonly #dice: Dice;
  readonly #pools: Pools;
  readonly #known: People;
  /** How many identifiers of each series are given out. */
  readonly #given = new Map<string, number>();

  constructor(dice: Dice, pools: Pools, known: People) {
    this.#dice = dice;
    this.#pools = pools;
    this.#known = known;
  }

  /** @param sms whether the account sends text messages */
  draw(sms: boolean) {
    const dice = this.#dice;
    const hasPhone = dice.fraction() < 0.4;
    return {
      subscribes: dice.fraction() < 0.65,
      /** Subscribes to text messages. */
      texts: dice.fraction() < 0.5 && hasPhone && sms,
      /** Unsubscribes on leaving, rather than go quiet. */
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
    const numberAt = (place: number) => phoneNumber(city, place - 1);
    const phone = person.hasPhone ? this.#free("phone_number", city.city, numberAt) : undefined;
    const works = dice.fraction() < 0.1;
    const customer = tale.orders.length > 0;
    return {
      id: undefined,
      created: signedUp * 1000,
      known: {
        email: this.#email(first, last),
        ...(phone !== undefined && { phone_number: phone }),
        // The shop's own number is for those who have bought something.
        ...(customer && { external_id: this.#free("external_id", "customers", customerAt) }),
        first_name: first,
        last_name: last,
        ...(works && { organization: dice.pick(companies), title: dice.pick(titles) }),
        locale: city.locale,
        location: this.#location(city, customer),
        properties: this.#properties(tale),
      },
      consent: this.#consent(
        person.subscribes,
        person.texts && phone !== undefined,
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
    return this.#free("email", name, (place) => `${name}${place === 1 ? "" : place}@${domain}`);
  }

  /** The next identifier of a series that nobody has; undefined: the series is at its end. @param made one by its place, from 1 */
  #free<T extends string | undefined>(
    name: "email" | "external_id" | "phone_number",
    series: string,
    made: (place: number) => T,
  ): T {
    for (let place = (this.#given.get(series) ?? 0) + 1; ; place += 1) {
      const id = made(place);
      if (id !== undefined && this.#known.isHeld(name, id)) continue;
      this.#given.set(series, place);
      return id;
    }
  }

  #location(place: City, hasStreet: boolean): Location {
    const { city, region, country, timezone } = place;
    const street = `${this.#dice.integer(1, 990)} ${this.#dice.pick(this.#pools.streets)}`;
    const zip = `${place.zip}${this.#dice.pick(place.zipEnds)}`;
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

  #consent(subscribes: boolean, texts: boolean, signedUp: number, leftAt: number | undefined) {
    // Some mail comes back, whoever reads it.
    const bounced = this.#dice.fraction() < 0.02;
    if (!subscribes && !texts && !bounced) return null;
    const since = signedUp * 1000;
    const joined = ["SUBSCRIBED", since, "FORM"] as const;
    const suppression: ConsentPlan["suppression"][number][] = [];
    let email: ConsentPlan["email"] = joined;
    if (leftAt !== undefined) {
      email = ["UNSUBSCRIBED", leftAt * 1000, "UNSUBSCRIBE_LINK"];
      suppression.push(["UNSUBSCRIBE", leftAt * 1000]);
    }
    if (bounced) suppression.push(["HARD_BOUNCE", since]);
    return { ...(subscribes && { email }), ...(texts && { sms: joined }), suppression };
  }
}

const customerAt = (place: number) => `customer-${20_000 + place}`;
