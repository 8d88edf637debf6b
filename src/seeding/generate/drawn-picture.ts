import { crc32, deflateSync } from "node:zlib";
import type { Dice } from "../../world/dice.ts";

/** How wide and high a picture is. */
const side = 32;

/** A small PNG of coloured stripes: the same bytes for one position of the dice, whatever the system packs with. */
export function drawnPicture(dice: Dice): Buffer {
  const colours = Buffer.from(Array.from({ length: 4 * 3 }, () => dice.integer(0, 255)));
  const stripe = dice.pick([4, 8, 16]);
  const slope = dice.integer(0, 2);
  const rows = Array.from({ length: side }, (_, y) => {
    const row = Array.from(
      { length: side },
      (_each, x) => Math.floor((x + slope * y) / stripe) % 4,
    );
    // Each row begins with the filter that it has: none.
    return Buffer.from([0, ...row]);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // Eight bits a dot, each the number of a colour.
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("PLTE", colours),
    // Unpacked: how it would be packed differs from one version of zlib to the next.
    chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 0 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(checked));
  return Buffer.concat([length, checked, checksum]);
}
