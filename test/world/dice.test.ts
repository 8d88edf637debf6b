import { describe, expect, it } from "vitest";
import { Dice } from "../../src/world/dice.ts";
import { eventId, shortId, timeUuid, ulid, uuid } from "../../src/world/ids.ts";

const draw = (dice: Dice, count = 5) => Array.from({ length: count }, () => dice.word());

describe("dice", () => {
  it("fall the same for the same seed and stream", () => {
    expect(draw(Dice.from(1, "a"))).toEqual(draw(Dice.from(1, "a")));
  });

  it("fall otherwise for another seed or stream", () => {
    expect(draw(Dice.from(1, "a"))).not.toEqual(draw(Dice.from(2, "a")));
    expect(draw(Dice.from(1, "a"))).not.toEqual(draw(Dice.from(1, "b")));
  });

  it("go on from a position", () => {
    const dice = Dice.from(1, "a");
    draw(dice, 3);
    expect(draw(new Dice(dice.position))).toEqual(draw(dice.clone()));
  });

  it("fall evenly enough", () => {
    const dice = Dice.from(1, "even");
    const thrown = Array.from({ length: 60_000 }, () => dice.integer(1, 6));
    for (let face = 1; face <= 6; face += 1) {
      const share = thrown.filter((each) => each === face).length / thrown.length;
      expect(Math.abs(share - 1 / 6)).toBeLessThan(0.01);
    }
  });
});

describe("ids", () => {
  const dice = () => Dice.from(1, "ids");

  it("have the forms of the service", () => {
    expect(uuid(dice())).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(ulid(dice(), 1_700_000_000_000)).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(shortId(dice())).toMatch(/^[0-9A-Za-z]{6}$/);
    expect(eventId(dice())).toMatch(/^[0-9A-Za-z]{11}$/);
  });

  it("are ordered by time where they hold it", () => {
    const stream = dice();
    const found = [5, 100, 1e12, 1.7e12].map((ms) => ulid(stream, ms));
    expect(found).toEqual([...found].sort());
  });

  it("give an event the same UUID of version 1 at every read, with its time in it", () => {
    const at = Date.UTC(2026, 0, 1);
    const found = timeUuid("0123456789a", at);
    expect(found).toBe(timeUuid("0123456789a", at));
    const [low = "", middle = "", high = ""] = found.split("-");
    expect(high[0]).toBe("1");
    const ticks = BigInt(`0x${high.slice(1)}${middle}${low}`);
    expect(Number(ticks / 10_000n) - 12_219_292_800_000).toBe(at);
  });
});
